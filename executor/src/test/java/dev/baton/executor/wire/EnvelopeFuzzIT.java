package dev.baton.executor.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.fuzz.FuzzRun;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Jazzer against frames and envelopes, for `-Dbaton.fuzz.seconds` (ten by default), beginning with what earlier runs found worth keeping
/// in `src/test/fuzz/envelopes` and with the examples of the specification. `-Dbaton.fuzz.corpus=DIR` keeps what this run finds.
class EnvelopeFuzzIT {
    private static final int SECONDS = 10;

    @TempDir private Path directory;
    private FuzzRun fuzzing;

    @BeforeEach
    void prepare() {
        fuzzing =
                new FuzzRun(
                        EnvelopeFuzz.class,
                        "dev.baton.executor.**:dev.baton.protocol.**",
                        Path.of("src/test/fuzz/envelopes"),
                        directory);
    }

    @Test
    void no_bytes_break_the_decoder() throws Exception {
        plantExamples(fuzzing.corpus());
        fuzzing.run(SECONDS).forEach(System.out::println);
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
        assertThat(fuzzing.hasKept()).isTrue();
    }
}
