package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.runner.link.Orchestrators;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class RunnerConfigTest {
    private static final URI SERVER = URI.create("http://127.0.0.1:7420");

    @Test
    void the_defaults_are_these() {
        var config = RunnerConfig.of(SERVER, "secret", "r1", Path.of("data"));
        assertThat(config.capacity()).isEqualTo(1);
        assertThat(config.stopGrace()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.killGrace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.logBytes()).isEqualTo(64 << 20);
    }

    @Test
    void the_token_is_never_printed() {
        assertThat(RunnerConfig.of(SERVER, "secret", "r1", Path.of("data")).toString())
                .contains("token=***")
                .doesNotContain("secret");
    }

    @Test
    void everything_that_is_wrong_is_said_at_once_and_no_secret_with_it() {
        assertThatThrownBy(
                        () ->
                                new RunnerConfig(
                                        Orchestrators.of(URI.create("ftp://user:hunter2@host/x")),
                                        "to ken",
                                        "no spaces please",
                                        Path.of("data"),
                                        0,
                                        List.of("a b"),
                                        Duration.ofSeconds(-1),
                                        Duration.ofDays(2),
                                        1))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains("server:", "token:", "runner_id:", "capabilities:", "capacity:")
                .contains("stop grace:", "kill grace:", "log bytes:")
                .doesNotContain("hunter2", "to ken");
    }
}
