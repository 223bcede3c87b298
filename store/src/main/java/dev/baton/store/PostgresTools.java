package dev.baton.store;

import org.postgresql.Driver;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/// PostgreSQL's own programs for backups, run against the database of a store.
final class PostgresTools {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    /// How settings of JDBC are called by the programs.
    private static final Map<String, String> VARIABLES =
            Map.of(
                    "PGHOST", "PGHOST",
                    "PGPORT", "PGPORT",
                    "PGDBNAME", "PGDATABASE",
                    "user", "PGUSER",
                    "password", "PGPASSWORD",
                    "sslmode", "PGSSLMODE");

    private PostgresTools() {}

    /// Runs a program to its end. The password travels in the environment, where no other user sees it.
    ///
    /// @throws StoreException if it is not there, or fails
    static void run(StoreConfig.Postgres config, String program, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(find(program).toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        connection(config, builder.environment());
        try {
            var process = builder.start();
            process.getOutputStream().close();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new StoreException(
                        StoreException.Code.UNAVAILABLE,
                        "%s ended with status %d: %s".formatted(program, status, output.strip()));
            }
        } catch (IOException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot run " + program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "interrupted while " + program + " ran", e);
        }
    }

    private static void connection(StoreConfig.Postgres config, Map<String, String> environment) {
        Properties url = Driver.parseURL(config.url(), null);
        if (url == null) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "not a URL of PostgreSQL: " + config.url());
        }
        VARIABLES.forEach(
                (property, variable) -> {
                    var value = url.getProperty(property);
                    if (value != null) {
                        environment.put(variable, value);
                    }
                });
        if (config.user() != null) {
            environment.put("PGUSER", config.user());
        }
        if (config.password() != null) {
            environment.put("PGPASSWORD", config.password());
        }
    }

    /// Debian's newest comes first: the one on its PATH is a wrapper that may choose an older one than the server's.
    private static Path find(String program) {
        return Stream.concat(
                        debianVersions(),
                        Arrays.stream(
                                        System.getenv()
                                                .getOrDefault("PATH", "")
                                                .split(File.pathSeparator, -1))
                                .map(Path::of))
                .map(directory -> directory.resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () ->
                                new StoreException(
                                        StoreException.Code.UNAVAILABLE,
                                        "there is no %s in %s/*/bin or on the PATH: install the client programs of PostgreSQL (Debian: apt install postgresql-client)"
                                                .formatted(program, DEBIAN)));
    }

    private static Stream<Path> debianVersions() {
        var versions = DEBIAN.toFile().list();
        return versions == null
                ? Stream.of()
                : Arrays.stream(versions)
                        .filter(name -> name.matches("[0-9]{1,4}"))
                        .map(Integer::valueOf)
                        .sorted(Comparator.reverseOrder())
                        .map(version -> DEBIAN.resolve(version.toString()).resolve("bin"));
    }
}
