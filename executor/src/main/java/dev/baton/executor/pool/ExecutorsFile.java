package dev.baton.executor.pool;

import dev.baton.executor.pool.ExecutorConfig.Restarts;
import dev.baton.executor.pool.ExecutorConfig.Times;
import dev.baton.settings.ConfigException;
import dev.baton.settings.ConfigTable;
import dev.baton.settings.TomlFile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// Reads the tables `[executors.NAME]` of a file. Everything that is wrong with it is said at once.
public final class ExecutorsFile {
    /// It stands before the `#` of a function, in tags, and in names of files.
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");

    /// With more the window would not mean much.
    private static final int MOST_CRASHES = 1_000;

    private final Path file;
    private final Path directory;
    private final List<String> errors = new ArrayList<>();

    private ExecutorsFile(Path file) {
        this.file = file;
        this.directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    /// Reads a file.
    ///
    /// @return by name, in the order of the file
    /// @throws ConfigException with everything that is wrong
    public static Map<String, ExecutorConfig> read(Path file) {
        return new ExecutorsFile(file).read();
    }

    private Map<String, ExecutorConfig> read() {
        var whole = new ConfigTable(TomlFile.read(file), errors);
        ConfigTable tables = whole.table("executors");
        var executors = new LinkedHashMap<String, ExecutorConfig>();
        for (String name : tables.names()) {
            if (!NAME.matcher(name).matches()) {
                errors.add(
                        "executors: expected names of 1 to 40 small letters, digits, '-' and '_', got '%s'"
                                .formatted(name));
            }
            executors.put(name, executor(tables.table(name)));
        }
        whole.refuseOthers();
        if (executors.isEmpty()) {
            errors.add("executors: expected at least one table such as [executors.python]");
        }
        if (!errors.isEmpty()) {
            throw new ConfigException(
                    errors.stream().map(error -> "%s: %s".formatted(file, error)).toList());
        }
        return executors;
    }

    private ExecutorConfig executor(ConfigTable table) {
        List<String> cmd = table.texts("cmd");
        if (cmd.isEmpty()) {
            table.error(
                    "cmd",
                    "expected a program and its arguments, such as [\"python3\", \"main.py\"]");
        }
        @Nullable Path named = table.path("cwd", directory);
        Path cwd = named == null ? directory : named.normalize();
        if (!Files.isDirectory(cwd)) {
            table.error("cwd", "there is no directory " + cwd);
        }
        Map<String, String> env = table.textMap("env");
        Address.VARIABLES.stream()
                .filter(env::containsKey)
                .forEach(name -> table.error("env." + name, "is set by the runner itself"));
        Transport transport = table.choice("transport", Transport.class);
        var config =
                new ExecutorConfig(
                        cmd,
                        cwd,
                        env,
                        table.number("pool_size", 1, 1, ExecutorConfig.MOST_PROCESSES),
                        table.number("max_in_flight", 1, 1, ExecutorConfig.MOST_IN_FLIGHT),
                        transport == null ? Transport.UNIX : transport,
                        times(table),
                        restarts(table.table("restart")));
        table.refuseOthers();
        return config;
    }

    private static Times times(ConfigTable table) {
        return new Times(
                positive(table, "start_timeout", Times.DEFAULTS.start()),
                table.duration("stop_grace", Times.DEFAULTS.stopGrace()),
                table.duration("cancel_grace", Times.DEFAULTS.cancelGrace()));
    }

    private static Restarts restarts(ConfigTable table) {
        Restarts defaults = Restarts.DEFAULTS;
        var restarts =
                new Restarts(
                        table.duration("backoff", defaults.backoff()),
                        table.duration("most_backoff", defaults.mostBackoff()),
                        table.number("most", defaults.most(), 1, MOST_CRASHES),
                        positive(table, "window", defaults.window()),
                        positive(table, "pause", defaults.pause()));
        if (restarts.backoff().compareTo(restarts.mostBackoff()) > 0) {
            table.error(
                    "backoff",
                    "expected at most most_backoff, which is "
                            + restarts.mostBackoff().toMillis()
                            + "ms");
        }
        table.refuseOthers();
        return restarts;
    }

    private static Duration positive(ConfigTable table, String name, Duration otherwise) {
        Duration duration = table.duration(name, otherwise);
        if (duration.isZero()) {
            table.error(name, "expected more than nothing");
        }
        return duration;
    }
}
