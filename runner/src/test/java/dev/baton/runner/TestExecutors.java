package dev.baton.runner;

import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.ExecutorConfig.Restarts;
import dev.baton.executor.pool.ExecutorConfig.Times;
import dev.baton.executor.pool.Transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Executors with the handlers of `handlers.py`, of one process and four slots each.
final class TestExecutors {
    private static final Duration CANCEL_GRACE = Duration.ofMillis(200);

    private TestExecutors() {}

    /// One executor of this name and command.
    static Map<String, ExecutorConfig> of(
            String name, List<String> command, Path directory, int maxInFlight) {
        return Map.of(name, config(command, directory, maxInFlight));
    }

    /// Python with the handlers of `handlers.py`.
    static List<String> command(Path directory) {
        Path script = directory.resolve("handlers.py");
        try (InputStream source = TestExecutors.class.getResourceAsStream("handlers.py")) {
            Files.write(script, Objects.requireNonNull(source).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("python3", script.toString());
    }

    private static ExecutorConfig config(List<String> command, Path directory, int maxInFlight) {
        return new ExecutorConfig(
                command,
                directory,
                Map.of(),
                1,
                maxInFlight,
                Transport.UNIX,
                new Times(Duration.ofSeconds(30), Duration.ofSeconds(1), CANCEL_GRACE),
                Restarts.DEFAULTS);
    }

    /// Executors of these names.
    static Map<String, ExecutorConfig> in(Path directory, String... names) {
        var config = config(command(directory), directory, 4);
        return Arrays.stream(names).collect(Collectors.toMap(name -> name, _ -> config));
    }
}
