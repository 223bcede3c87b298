package dev.baton.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.runner.RunnerConfig;
import dev.baton.runner.link.Orchestrators;
import dev.baton.settings.ConfigException;
import dev.baton.settings.Setting;
import dev.baton.settings.SettingSources;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class RunnerSettingsTest {
    @TempDir private Path directory;

    @Test
    void every_key_with_its_variable_and_default_is_pinned() {
        assertThat(
                        Stream.<Setting[]>of(ClientSetting.values(), RunnerSetting.values())
                                .flatMap(Arrays::stream)
                                .map(s -> s.key() + " " + s.variable() + " " + s.defaultText()))
                .containsExactly(
                        "client.server BATON_URL ",
                        "client.token BATON_TOKEN ",
                        "client.token_file BATON_TOKEN_FILE ",
                        "client.ca_file BATON_CA_FILE ",
                        "runner.server BATON_RUNNER_SERVER http://127.0.0.1:7420",
                        "runner.token BATON_RUNNER_TOKEN ",
                        "runner.token_file BATON_RUNNER_TOKEN_FILE ",
                        "runner.ca_file BATON_RUNNER_CA_FILE ",
                        "runner.id BATON_RUNNER_ID ",
                        "runner.data BATON_RUNNER_DATA baton-runner",
                        "runner.capacity BATON_RUNNER_CAPACITY 1",
                        "runner.executors BATON_RUNNER_EXECUTORS ",
                        "runner.tags BATON_RUNNER_TAGS ",
                        "runner.stop_grace BATON_RUNNER_STOP_GRACE 5m",
                        "runner.kill_grace BATON_RUNNER_KILL_GRACE 10s",
                        "runner.log_bytes BATON_RUNNER_LOG_BYTES 64MiB",
                        "runner.metrics_port BATON_RUNNER_METRICS_PORT 0");
    }

    @Test
    void the_defaults_are_those_of_the_runner() {
        var config = RunnerSettings.read(sources().flag(RunnerSetting.TOKEN, "t"));
        assertThat(config)
                .isEqualTo(
                        RunnerConfig.of(
                                URI.create("http://127.0.0.1:7420"),
                                "t",
                                RunnerSettings.defaultId(Path.of("baton-runner")),
                                Path.of("baton-runner")));
    }

    @Test
    void two_runners_of_one_machine_have_different_ids_and_each_the_same_after_a_restart() {
        var first = RunnerSettings.defaultId(Path.of("/var/lib/one"));

        assertThat(first)
                .startsWith(RunnerSettings.machineName() + "-")
                .isEqualTo(RunnerSettings.defaultId(Path.of("/var/lib/../lib/one")))
                .isNotEqualTo(RunnerSettings.defaultId(Path.of("/var/lib/two")));
    }

    @Test
    void everything_can_be_set() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");
        Path file =
                Files.writeString(
                        directory.resolve("baton.toml"),
                        """
                        [runner]
                        server = ["https://a.example.org", "https://b.example.org"]
                        token_file = "%s"
                        id = "builder-1"
                        data = "/var/lib/runner"
                        capacity = 4
                        tags = ["gpu", "disk=ssd"]
                        stop_grace = "10m"
                        kill_grace = "5s"
                        log_bytes = "1MiB"
                        """
                                .formatted(token));
        assertThat(RunnerSettings.read(sources().file(file)))
                .isEqualTo(
                        new RunnerConfig(
                                new Orchestrators(
                                        List.of(
                                                URI.create("https://a.example.org"),
                                                URI.create("https://b.example.org")),
                                        null),
                                "secret",
                                "builder-1",
                                Path.of("/var/lib/runner"),
                                4,
                                List.of("gpu", "disk=ssd"),
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(5),
                                1 << 20));
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() {
        var sources =
                sources()
                        .flag(RunnerSetting.SERVER, "http://here, nowhere")
                        .flag(RunnerSetting.CA_FILE, directory.resolve("none.pem").toString())
                        .flag(RunnerSetting.CAPACITY, "0")
                        .flag(RunnerSetting.STOP_GRACE, "soon");
        var failure =
                catchThrowableOfType(ConfigException.class, () -> RunnerSettings.read(sources));
        assertThat(failure.errors())
                .hasSize(5)
                .anySatisfy(e -> assertThat(e).startsWith("runner.server: expected an address"))
                .anySatisfy(e -> assertThat(e).startsWith("runner.ca_file: ").contains("none.pem"))
                .anySatisfy(e -> assertThat(e).contains("baton token create runner"))
                .anySatisfy(e -> assertThat(e).startsWith("runner.capacity: expected 1 to"))
                .anySatisfy(
                        e -> assertThat(e).startsWith("runner.stop_grace: expected a duration"));
    }

    private static SettingSources sources() {
        return new SettingSources(RunnerSetting.values());
    }
}
