package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.executor.pool.ExecutorConfig.Restarts;
import dev.baton.executor.pool.ExecutorConfig.Times;
import dev.baton.settings.ConfigException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class ExecutorsFileTest {
    @TempDir Path directory;

    @Test
    void only_the_command_has_to_be_said() throws IOException {
        assertThat(
                        read(
                                """
                                [executors.python]
                                cmd = ["python3", "main.py"]
                                """))
                .containsExactly(
                        Map.entry(
                                "python",
                                new ExecutorConfig(
                                        List.of("python3", "main.py"),
                                        directory,
                                        Map.of(),
                                        1,
                                        1,
                                        Transport.UNIX,
                                        new Times(
                                                Duration.ofSeconds(30),
                                                Duration.ofSeconds(10),
                                                Duration.ofSeconds(5)),
                                        new Restarts(
                                                Duration.ofMillis(200),
                                                Duration.ofSeconds(30),
                                                5,
                                                Duration.ofMinutes(1),
                                                Duration.ofMinutes(1)))));
    }

    @Test
    void everything_can_be_said() throws IOException {
        Files.createDirectory(directory.resolve("app"));
        assertThat(
                        read(
                                """
                                [executors.b]
                                cmd = ["./b"]
                                [executors.a-1]
                                cmd = ["./a"]
                                cwd = "app"
                                env = { LEVEL = "debug" }
                                pool_size = 4
                                max_in_flight = 64
                                transport = "tcp"
                                start_timeout = "1m"
                                stop_grace = "2s"
                                cancel_grace = "0s"
                                restart.backoff = "1s"
                                restart.most_backoff = "2s"
                                restart.most = 9
                                restart.window = "3s"
                                restart.pause = "4s"
                                """))
                .containsExactly(
                        Map.entry("b", ExecutorConfig.of(List.of("./b"), directory)),
                        Map.entry(
                                "a-1",
                                new ExecutorConfig(
                                        List.of("./a"),
                                        directory.resolve("app"),
                                        Map.of("LEVEL", "debug"),
                                        4,
                                        64,
                                        Transport.TCP,
                                        new Times(
                                                Duration.ofMinutes(1),
                                                Duration.ofSeconds(2),
                                                Duration.ZERO),
                                        new Restarts(
                                                Duration.ofSeconds(1),
                                                Duration.ofSeconds(2),
                                                9,
                                                Duration.ofSeconds(3),
                                                Duration.ofSeconds(4)))));
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        [executor.x]
                                        [executors.Python]
                                        cwd = "nowhere"
                                        env = { RRQ_EXECUTOR_SOCKET = "/tmp/s" }
                                        poolsize = 2
                                        max_in_flight = 0
                                        transport = "udp"
                                        start_timeout = "0s"
                                        restart.backoff = "1m"
                                        restart.pauses = "1m"
                                        """))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e ->
                                assertThat(e.errors())
                                        .extracting(error -> error.replace(directory + "/", ""))
                                        .containsExactlyInAnyOrder(
                                                "executors.toml: executors: expected names of 1 to 40 small letters, digits, '-' and '_', got 'Python'",
                                                "executors.toml: executors.Python.cmd: expected a program and its arguments, such as [\"python3\", \"main.py\"]",
                                                "executors.toml: executors.Python.cwd: there is no directory nowhere",
                                                "executors.toml: executors.Python.env.RRQ_EXECUTOR_SOCKET: is set by the runner itself",
                                                "executors.toml: executors.Python.poolsize: there is no such key; did you mean pool_size?",
                                                "executors.toml: executors.Python.max_in_flight: expected 1 to 10000, got 0",
                                                "executors.toml: executors.Python.transport: expected one of tcp, unix, got \"udp\"",
                                                "executors.toml: executors.Python.start_timeout: expected more than nothing",
                                                "executors.toml: executors.Python.restart.backoff: expected at most most_backoff, which is 30000ms",
                                                "executors.toml: executors.Python.restart.pauses: there is no such key; did you mean pause?",
                                                "executors.toml: executor: there is no such key; did you mean executors?"));
    }

    @Test
    void a_file_without_executors_is_wrong() {
        assertThatThrownBy(() -> read(""))
                .hasMessageContaining("expected at least one table such as [executors.python]");
        assertThatThrownBy(() -> read("executors = 1"))
                .hasMessageContaining("executors: expected a table, got 1");
    }

    @Test
    void the_environment_is_not_printed() throws IOException {
        assertThat(read("executors.x = { cmd = [\"x\"], env = { KEY = \"secret\" } }").toString())
                .doesNotContain("secret");
    }

    private Map<String, ExecutorConfig> read(String text) throws IOException {
        Path file = directory.resolve("executors.toml");
        Files.writeString(file, text);
        return ExecutorsFile.read(file);
    }
}
