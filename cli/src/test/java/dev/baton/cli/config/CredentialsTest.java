package dev.baton.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.config.Credentials.By;
import dev.baton.cli.config.Credentials.Entry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

class CredentialsTest {
    private static final URI ONE = URI.create("http://127.0.0.1:1");
    private static final URI TWO = URI.create("http://127.0.0.1:2");
    private static final URI TEAM = URI.create("https://baton.example.org");

    @TempDir private Path directory;

    @Test
    void what_was_written_is_read_again_and_only_by_its_owner() throws IOException {
        Path file = directory.resolve("new/credentials.toml");
        var written = Credentials.NONE.with(TEAM, new Entry("t-1", By.LOGIN));
        written.write(file);
        written.with(ONE, new Entry("t-2", By.UP)).write(file);
        assertThat(Credentials.read(file))
                .isEqualTo(
                        new Credentials(
                                ONE,
                                Map.of(
                                        TEAM, new Entry("t-1", By.LOGIN),
                                        ONE, new Entry("t-2", By.UP))));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_new_up_replaces_the_old_one_and_leaves_logins_alone() {
        var both =
                Credentials.NONE
                        .with(TEAM, new Entry("t", By.LOGIN))
                        .with(ONE, new Entry("a", By.UP))
                        .with(TWO, new Entry("b", By.UP));
        assertThat(both.servers()).containsOnlyKeys(TEAM, TWO);
        assertThat(both.usual()).isEqualTo(TWO);
        assertThat(both.without(TWO).usual()).isEqualTo(TEAM);
        assertThat(both.without(TWO).without(TEAM)).isEqualTo(Credentials.NONE);
    }

    @Test
    void no_file_holds_nothing_and_a_broken_one_is_an_error() throws IOException {
        assertThat(Credentials.read(directory.resolve("none"))).isEqualTo(Credentials.NONE);
        Path broken = Files.writeString(directory.resolve("broken"), "[servers");
        assertThatThrownBy(() -> Credentials.read(broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("log in again");
    }

    @Test
    void what_would_break_the_file_is_not_written() {
        var strange = Credentials.NONE.with(ONE, new Entry("a\"\nb", By.LOGIN));
        assertThatThrownBy(() -> strange.write(directory.resolve("c")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(directory).isDirectoryNotContaining("glob:**/c");
    }

    @Test
    void a_users_files_are_where_the_xdg_rules_say() {
        assertThat(HomeDirectories.of(Map.of("HOME", "/h"), "/other"))
                .isEqualTo(
                        new HomeDirectories(
                                Path.of("/h/.config/baton"), Path.of("/h/.local/share/baton")));
        assertThat(
                        HomeDirectories.of(
                                Map.of("XDG_CONFIG_HOME", "/c", "XDG_DATA_HOME", "relative"),
                                "/home/me"))
                .isEqualTo(
                        new HomeDirectories(
                                Path.of("/c/baton"), Path.of("/home/me/.local/share/baton")));
    }
}
