package dev.baton.executor.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Jazzer against frames and envelopes, for `-Dbaton.fuzz.seconds` (ten by default), beginning with what earlier runs found worth keeping
/// in `src/test/fuzz/envelopes` and with the examples of the specification. `-Dbaton.fuzz.corpus=DIR` keeps what this run finds.
class EnvelopeFuzzIT {
    private static final Path KEPT = Path.of("src/test/fuzz/envelopes");
    private static final int SECONDS = Integer.getInteger("baton.fuzz.seconds", 10);

    @TempDir private Path directory;

    @Test
    void no_bytes_break_the_decoder() throws Exception {
        Path corpus =
                Files.createDirectories(
                        Path.of(
                                System.getProperty(
                                        "baton.fuzz.corpus",
                                        directory.resolve("corpus").toString())));
        plantExamples(corpus);
        Process jazzer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+EnableDynamicAgentLoading",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "com.code_intelligence.jazzer.Jazzer",
                                "--target_class=" + EnvelopeFuzz.class.getName(),
                                "--instrumentation_includes=dev.baton.executor.**:dev.baton.protocol.**",
                                "--reproducer_path=" + directory,
                                corpus.toAbsolutePath().toString(),
                                KEPT.toAbsolutePath().toString(),
                                "-artifact_prefix=" + directory + "/",
                                "-max_total_time=" + SECONDS)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(jazzer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jazzer.waitFor()).as(said).isZero();
        assertThat(said).contains("DONE");
        said.lines().filter(line -> line.startsWith("Done ")).forEach(System.out::println);
    }

    /// Each example as a payload, and all of them as a stream of frames.
    private static void plantExamples(Path corpus) throws IOException {
        var stream = new ByteArrayOutputStream();
        stream.write(-1);
        for (byte[] example :
                List.of(
                        Golden.envelope("request", Golden.text("ExecutionRequest")),
                        Golden.envelope("response", Golden.text("ExecutionOutcome")),
                        Golden.envelope(
                                "response",
                                "{\"job_id\":\"j\",\"request_id\":\"r\",\"status\":\"retry\",\"retry_after_seconds\":1.5,\"error\":%s}"
                                        .formatted(Golden.text("ExecutionError"))),
                        Golden.envelope("cancel", Golden.text("CancelRequest")))) {
            var alone = new ByteArrayOutputStream();
            alone.write(0);
            alone.write(example);
            Files.write(corpus.resolve("example-" + example.length), alone.toByteArray());
            stream.write(Frames.of(example));
        }
        Files.write(corpus.resolve("example-stream"), stream.toByteArray());
    }

    @Test
    void what_was_worth_keeping_is_still_there() throws IOException {
        try (Stream<Path> kept = Files.list(KEPT)) {
            assertThat(kept).isNotEmpty();
        }
    }
}
