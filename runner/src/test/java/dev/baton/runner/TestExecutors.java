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

    /// Executors of these names.
    static Map<String, ExecutorConfig> in(Path directory, String... names) {
        Path script = directory.resolve("handlers.py");
        try (InputStream source = TestExecutors.class.getResourceAsStream("handlers.py")) {
            Files.write(script, Objects.requireNonNull(source).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var config =
                new ExecutorConfig(
                        List.of("python3", script.toString()),
                        directory,
                        Map.of(),
                        1,
                        4,
                        Transport.UNIX,
                        new Times(Duration.ofSeconds(30), Duration.ofSeconds(1), CANCEL_GRACE),
                        Restarts.DEFAULTS);
        return Arrays.stream(names).collect(Collectors.toMap(name -> name, _ -> config));
    }
}
