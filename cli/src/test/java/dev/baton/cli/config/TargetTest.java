package dev.baton.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.config.Credentials.By;
import dev.baton.cli.config.Credentials.Entry;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class TargetTest {
    private static final URI HERE = URI.create("http://127.0.0.1:7420");
    private static final URI TEAM = URI.create("https://baton.example.org");

    @TempDir private Path directory;

    private final Credentials credentials =
            Credentials.NONE
                    .with(TEAM, new Entry("team-token", By.LOGIN))
                    .with(HERE, new Entry("up-token", By.UP));

    @Test
    void without_a_word_the_credentials_say_which_server_and_who() {
        var target = Target.of(new SettingReader(sources()), credentials);
        assertThat(target).isEqualTo(new Target(HERE, "up-token", true, null));
        assertThat(target.isNothing()).isFalse();
    }

    @Test
    void with_nothing_at_all_there_is_no_target() {
        assertThat(Target.of(new SettingReader(sources()), Credentials.NONE).isNothing()).isTrue();
    }

    @Test
    void a_flag_is_above_the_environment_and_that_above_the_file() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("baton.toml"),
                        "[client]\nserver = 'http://file:1'\ntoken = 'of-file'\n");
        var environment = Map.of("BATON_URL", "http://environment:2/");
        var both = sources().file(file).environment(environment);
        assertThat(Target.of(new SettingReader(both), credentials))
                .isEqualTo(new Target(URI.create("http://environment:2"), "of-file", false, null));
        both.flag(ClientSetting.SERVER, "http://flag:3").flag(ClientSetting.TOKEN, "of-flag");
        assertThat(Target.of(new SettingReader(both), credentials))
                .isEqualTo(new Target(URI.create("http://flag:3"), "of-flag", false, null));
    }

    @Test
    void a_stored_token_is_shown_to_its_own_server_only() {
        var other = sources().flag(ClientSetting.SERVER, "https://elsewhere.example.org");
        assertThat(Target.of(new SettingReader(other), credentials).token()).isNull();
        var team = sources().flag(ClientSetting.SERVER, TEAM.toString());
        assertThat(Target.of(new SettingReader(team), credentials))
                .isEqualTo(new Target(TEAM, "team-token", false, null));
    }

    @Test
    void a_token_may_be_in_a_file() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "secret\n");
        var sources = sources().flag(ClientSetting.TOKEN_FILE, file.toString());
        assertThat(Target.of(new SettingReader(sources), credentials).token()).isEqualTo("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:7420",
                "ftp://a",
                "http://",
                "http://a/path",
                "http://user@a",
                "http://a?q",
                "x y"
            })
    void what_is_no_address_is_refused(String text) {
        assertThatThrownBy(() -> Target.parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expected an address such as");
    }

    @Test
    void a_token_is_never_printed() {
        assertThat(Target.of(new SettingReader(sources()), credentials).toString())
                .doesNotContain("up-token");
        assertThat(credentials.toString()).doesNotContain("up-token", "team-token");
        assertThat(new dev.baton.cli.client.Remote(HERE, "up-token").toString())
                .doesNotContain("up-token");
    }

    private static SettingSources sources() {
        return new SettingSources(ClientSetting.values());
    }
}
