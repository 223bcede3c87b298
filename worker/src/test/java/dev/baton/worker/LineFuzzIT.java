package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Jazzer against both ends, for `-Dbaton.fuzz.seconds` (a few by default), beginning with what earlier runs found worth keeping in
/// `src/test/fuzz/lines` and with the lines of `vectors.txt`. `-Dbaton.fuzz.corpus=DIR` keeps what this run finds.
class LineFuzzIT {
    private static final Path KEPT = Path.of("src/test/fuzz/lines");
    private static final int SECONDS = Integer.getInteger("baton.fuzz.seconds", 5);

    @TempDir private Path directory;

    @Test
    void no_bytes_break_either_end() throws Exception {
        Path corpus =
                Files.createDirectories(
                        Path.of(
                                System.getProperty(
                                        "baton.fuzz.corpus",
                                        directory.resolve("corpus").toString())));
        plantVectors(corpus);
        Process jazzer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+EnableDynamicAgentLoading",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "com.code_intelligence.jazzer.Jazzer",
                                "--target_class=" + LineFuzz.class.getName(),
                                "--instrumentation_includes=dev.baton.worker.**",
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

    private static void plantVectors(Path corpus) throws IOException {
        List<VectorsTest.Vector> vectors = VectorsTest.vectors();
        for (int i = 0; i < vectors.size(); i++) {
            byte[] input = VectorsTest.bytes(vectors.get(i).input());
            byte[] chunked = new byte[input.length + 1];
            chunked[0] = (byte) (i * 37);
            System.arraycopy(input, 0, chunked, 1, input.length);
            Files.write(corpus.resolve("vector-" + i), chunked);
        }
    }

    @Test
    void what_was_worth_keeping_is_still_there() throws IOException {
        try (Stream<Path> kept = Files.list(KEPT)) {
            assertThat(kept).isNotEmpty();
        }
    }
}
