package dev.baton.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `./baton` with some arguments, in a home and a directory of its own, as a user starts it.
final class LaunchedProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private final Process process;
    private final Thread stopAtExit;

    private LaunchedProcess(Process process) {
        this.process = process;
        stopAtExit = Thread.ofPlatform().name("launched-stop").unstarted(process::destroy);
        Runtime.getRuntime().addShutdownHook(stopAtExit);
    }

    /// The launcher and the home that all of its processes share.
    record Home(Path launcher, Path directory) {
        Process start(List<String> arguments) throws IOException {
            Path work = Files.createDirectories(directory.resolve("work"));
            var command = new ArrayList<String>();
            command.add(launcher.toString());
            command.addAll(arguments);
            var builder = new ProcessBuilder(command).directory(work.toFile());
            builder.redirectErrorStream(true);
            var environment = builder.environment();
            environment.keySet().removeIf(name -> name.startsWith("BATON_"));
            environment.put("HOME", directory.toString());
            environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
            environment.put("XDG_DATA_HOME", directory.resolve("data").toString());
            return builder.start();
        }

        /// Starts something that stays, and waits until it says that it is ready.
        ///
        /// @param ready how the line begins by which it says so
        /// @return the process, and what follows in that line
        Ready launch(String ready, String... arguments) throws IOException {
            var launched = new LaunchedProcess(start(List.of(arguments)));
            try {
                return new Ready(launched, launched.await(ready));
            } catch (RuntimeException e) {
                launched.close();
                throw e;
            }
        }

        /// Runs something that ends, and expects success.
        ///
        /// @return how long it took
        long time(String... arguments) throws IOException, InterruptedException {
            long start = System.nanoTime();
            Process process = start(List.of(arguments));
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            long nanos = System.nanoTime() - start;
            if (status != 0) {
                throw new BenchException(
                        "%s: expected success, got %d: %s"
                                .formatted(String.join(" ", arguments), status, said));
            }
            return nanos;
        }
    }

    record Ready(LaunchedProcess process, String rest) {}

    ProcessUse use() {
        return new ProcessUse(process.toHandle());
    }

    private String await(String ready) {
        var line = new CompletableFuture<String>();
        Thread.ofPlatform().daemon().name("launched-output").start(() -> read(ready, line));
        try {
            return line.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new BenchException("expected a line that begins with " + ready, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while it started", e);
        }
    }

    private void read(String ready, CompletableFuture<String> found) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith(ready)) {
                    found.complete(line.substring(ready.length()));
                }
            }
        } catch (IOException e) {
            found.completeExceptionally(new UncheckedIOException(e));
        }
        found.completeExceptionally(new IllegalStateException("it ended"));
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(stopAtExit);
        } catch (IllegalStateException alreadyExiting) {
            return; // the hook does it
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
