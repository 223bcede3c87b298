package dev.baton.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class DirectoryLockTest {
    @TempDir private Path directory;

    @Test
    void one_has_it_and_the_next_one_can_read_who() throws IOException {
        Path file = directory.resolve("data/up.lock");
        try (var lock = DirectoryLock.take(file).orElseThrow()) {
            lock.note("http://127.0.0.1:1");
            assertThat(DirectoryLock.take(file)).isEmpty();
            assertThat(DirectoryLock.noteIn(file)).isEqualTo("http://127.0.0.1:1");
        }
        try (var lock = DirectoryLock.take(file).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(DirectoryLock.noteIn(file)).isEmpty();
        }
    }
}
