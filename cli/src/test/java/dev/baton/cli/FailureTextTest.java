package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;

class FailureTextTest {
    @Test
    void what_the_file_system_says_becomes_a_sentence() {
        assertThat(FailureText.of(new NoSuchFileException("/a/b")))
                .isEqualTo("there is no file or directory '/a/b'");
        assertThat(FailureText.of(new UncheckedIOException(new AccessDeniedException("/a/b"))))
                .isEqualTo("no permission for '/a/b'");
        assertThat(FailureText.of(new FileSystemException("/a", null, "Read-only file system")))
                .isEqualTo("'/a': Read-only file system");
    }

    @Test
    void a_cause_that_is_quoted_already_is_not_repeated() {
        var refused = new SQLException("Connection to db refused.", new IOException("refused"));
        var wrapped =
                new IllegalStateException(
                        "Unable to connect: Connection to db refused.\n-----\nSQL State: 08001",
                        refused);
        assertThat(FailureText.of(new IllegalStateException("the database is down", wrapped)))
                .isEqualTo("the database is down: Unable to connect: Connection to db refused.");
    }

    @Test
    void a_defect_without_a_message_says_what_it_is() {
        assertThat(FailureText.of(new NullPointerException()))
                .isEqualTo("internal error: NullPointerException");
    }
}
