package dev.baton.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// A real PostgreSQL with a directory and a port of its own, gone when closed.
///
/// It is as durable as one in production (fsync is on), so that what is measured on it means something. It listens
/// on the loopback address and lets in everyone who reaches it. PostgreSQL refuses to run as root, so under root
/// it runs as the user `postgres`, or `nobody` where there is no such user.
public final class PostgresServer implements AutoCloseable {

    /// The only role, a superuser without a password.
    public static final String USER = "baton";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final int PORT_TRIES = 5;
    private static final String READY = "database system is ready to accept connections";

    private final PostgresPrograms programs;
    private final Path home;
    private final int port;
    private final Map<String, String> settings;
    private final Thread stopAtExit;
    private volatile Process process;

    /// How a server is made to stop.
    public enum Shutdown {
        /// Transactions under way are rolled back, and all is written to disk.
        FAST("INT"),
        /// At once, as if it had crashed: the next start recovers.
        IMMEDIATE("QUIT");

        private final String signal;

        Shutdown(String signal) {
            this.signal = signal;
        }
    }

    private PostgresServer(
            PostgresPrograms programs,
            Path home,
            int port,
            Map<String, String> settings,
            Process process) {
        this.programs = programs;
        this.home = home;
        this.port = port;
        this.settings = Map.copyOf(settings);
        this.process = process;
        this.stopAtExit = new Thread(this::stop, "postgres-stop");
        Runtime.getRuntime().addShutdownHook(stopAtExit);
    }

    /// Starts a server with PostgreSQL's own defaults.
    public static PostgresServer start() {
        return start(Map.of());
    }

    /// Starts a server with these settings, as they are named in `postgresql.conf`.
    public static PostgresServer start(Map<String, String> settings) {
        try {
            PostgresPrograms programs = PostgresPrograms.find();
            return start(programs, programs.ownedDirectory("baton-postgres"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Starts a server of another release than the one that is installed.
    ///
    /// @param release its programs, see [PostgresRelease]
    public static PostgresServer start(PostgresRelease release, Map<String, String> settings) {
        try {
            PostgresPrograms installed = PostgresPrograms.find();
            Path home = installed.ownedDirectory("baton-postgres");
            Path unpacked = release.unpack(home.resolve("release"));
            return start(installed.at(unpacked), home, settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PostgresServer start(
            PostgresPrograms programs, Path home, Map<String, String> settings) throws IOException {
        try {
            programs.run(
                    "initdb",
                    List.of(
                            "--pgdata=" + home.resolve("data"),
                            "--username=" + USER,
                            "--auth=trust",
                            "--encoding=UTF8",
                            "--locale=C",
                            "--no-sync"));
            return launch(programs, home, settings);
        } catch (IOException e) {
            deleteTree(home);
            throw e;
        }
    }

    /// Where JDBC finds the database that exists from the start.
    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    /// Makes an empty database and says where JDBC finds it.
    public String createDatabase(String name) {
        try {
            programs.run(
                    "createdb",
                    List.of(
                            "--host=127.0.0.1",
                            "--port=" + port,
                            "--username=" + USER,
                            "--template=template0",
                            name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jdbcUrl(name);
    }

    public int port() {
        return port;
    }

    /// The process id of the server, for tests that send it a signal.
    public long pid() {
        return process.pid();
    }

    /// Stops the server and starts it again, on the same port and with what it has on disk.
    public synchronized void restart(Shutdown how) throws IOException {
        end(how);
        List<String> output = new ArrayList<>();
        for (int i = 0; i < PORT_TRIES; i++) {
            output.clear();
            process = programs.start("postgres", arguments(home, port, settings));
            if (becameReady(process, output)) {
                return;
            }
        }
        throw new IOException(
                "PostgreSQL did not start again; it said: " + String.join("\n", output));
    }

    /// Disconnects everyone, stops the server and removes its directory. Closing again does nothing.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(stopAtExit);
        } catch (IllegalStateException alreadyExiting) {
            return; // the hook does it
        }
        stop();
    }

    private String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    /// PostgreSQL cannot choose a port by itself, and the one we found free may be taken before it binds: try again.
    private static PostgresServer launch(
            PostgresPrograms programs, Path home, Map<String, String> settings) throws IOException {
        List<String> last = List.of();
        for (int i = 0; i < PORT_TRIES; i++) {
            int port = freePort();
            Process process = programs.start("postgres", arguments(home, port, settings));
            List<String> output = new ArrayList<>();
            if (becameReady(process, output)) {
                return new PostgresServer(programs, home, port, settings, process);
            }
            last = output;
        }
        throw new IOException("PostgreSQL did not start; it said: " + String.join("\n", last));
    }

    private static List<String> arguments(Path home, int port, Map<String, String> settings) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-D",
                                home.resolve("data").toString(),
                                "-h",
                                "127.0.0.1",
                                "-p",
                                Integer.toString(port),
                                "-k",
                                home.toString(),
                                "-c",
                                "fsync=on"));
        settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
        return arguments;
    }

    /// Reads what the server prints until it is ready or gone, and goes on reading so that its pipe never fills.
    private static boolean becameReady(Process process, List<String> output) throws IOException {
        var ready = new CompletableFuture<Boolean>();
        Thread.ofPlatform()
                .daemon()
                .name("postgres-output")
                .start(
                        () -> {
                            try (BufferedReader lines = process.inputReader()) {
                                for (String line; (line = lines.readLine()) != null; ) {
                                    if (!ready.isDone()) {
                                        output.add(line);
                                    }
                                    if (line.contains(READY)) {
                                        ready.complete(true);
                                    }
                                }
                            } catch (IOException gone) {
                                // the same as the end of its output
                            }
                            ready.complete(false);
                        });
        try {
            return ready.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            process.destroyForcibly();
            throw new IOException("PostgreSQL was not ready within " + START_LIMIT, e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL started", e);
        }
    }

    private void stop() {
        try {
            end(Shutdown.FAST);
        } catch (IOException e) {
            process.destroyForcibly();
        }
        deleteTree(home);
    }

    private void end(Shutdown how) throws IOException {
        try {
            programs.signal(process, how.signal);
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void deleteTree(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException leftBehind) {
            // a temporary directory that could not be emptied is not worth failing a test for
        }
    }
}
