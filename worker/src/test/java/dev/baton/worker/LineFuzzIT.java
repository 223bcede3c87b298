package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.fuzz.FuzzRun;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Jazzer against both ends, for `-Dbaton.fuzz.seconds` (a few by default), beginning with what earlier runs found worth keeping in
/// `src/test/fuzz/lines` and with the lines of `vectors.txt`. `-Dbaton.fuzz.corpus=DIR` keeps what this run finds.
class LineFuzzIT {
    private static final int SECONDS = 5;

    @TempDir private Path directory;
    private FuzzRun fuzzing;

    @BeforeEach
    void prepare() {
        fuzzing =
                new FuzzRun(
                        LineFuzz.class,
                        "dev.baton.worker.**",
                        Path.of("src/test/fuzz/lines"),
                        directory);
    }

    @Test
    void no_bytes_break_either_end() throws Exception {
        plantVectors(fuzzing.corpus());
        fuzzing.run(SECONDS).forEach(System.out::println);
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
        assertThat(fuzzing.hasKept()).isTrue();
    }
}
