package dev.baton.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A real orchestrator in a process of its own, started as `./baton server` starts it, on a free port.
final class ServerProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final String LISTENING = "Listening on ";

    private final Path data;
    private final Process process;
    private final URI address;
    private final Thread killAtExit;

    private ServerProcess(Path data, Process process, URI address) {
        this.data = data;
        this.process = process;
        this.address = address;
        killAtExit = new Thread(process::destroyForcibly, "server-kill");
        Runtime.getRuntime().addShutdownHook(killAtExit);
    }

    /// Starts a server that keeps everything in this directory.
    ///
    /// @param options more of the command line, such as `--set`, `lease.ttl=2s`
    static ServerProcess start(Path data, String... options) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home") + "/bin/java",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx512m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getenv("BATON_LIB") + "/*",
                                "dev.baton.cli.Main",
                                "server",
                                "--port=0",
                                "--data=" + data));
        command.addAll(List.of(options));
        var builder =
                new ProcessBuilder(command).directory(data.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
        try {
            Process process = builder.start();
            return new ServerProcess(data, process, awaitAddress(process));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI address() {
        return address;
    }

    /// Someone who may do everything.
    Api admin() {
        try {
            return new Api(address, Files.readString(data.resolve("admin-token")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Someone with a new token of this kind.
    Api with(String kind, String name) {
        var issued =
                admin().post(
                                "/v1/tokens",
                                """
                                {"kind":"%s","name":"%s"}"""
                                        .formatted(kind, name));
        return new Api(address, issued.json().get("token").stringValue());
    }

    /// `kill -9`: the process is gone when this returns, and had no time for anything.
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /// Stops it as an operator would, with SIGTERM.
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
        try {
            Runtime.getRuntime().removeShutdownHook(killAtExit);
        } catch (IllegalStateException alreadyExiting) {
            // the hook finds nothing to do
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the server did not stop within " + STOP_LIMIT);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /// Reads what the server prints until it listens, and goes on reading so that its pipe never fills.
    private static URI awaitAddress(Process process) {
        var listening = new CompletableFuture<URI>();
        Thread.ofPlatform().daemon().name("server-output").start(() -> read(process, listening));
        try {
            return listening.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new AssertionError("the server did not start", e);
        }
    }

    private static void read(Process process, CompletableFuture<URI> listening) {
        var said = new ArrayList<String>();
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith(LISTENING)) {
                    listening.complete(URI.create(line.substring(LISTENING.length())));
                } else if (!listening.isDone()) {
                    said.add(line);
                } else if (!line.contains(" INFO ")) {
                    System.err.println(line); // a warning, or a line of its stack trace
                }
            }
        } catch (IOException gone) {
            // the same as the end of its output
        }
        listening.completeExceptionally(new IOException(String.join("\n", said)));
    }
}
