package dev.baton.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A real runner in a process of its own, started as `./baton runner` starts it.
final class RunnerProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final Process process;
    private final Thread killAtExit;

    private RunnerProcess(Process process) {
        this.process = process;
        killAtExit = new Thread(process::destroyForcibly, "runner-kill");
        Runtime.getRuntime().addShutdownHook(killAtExit);
    }

    /// Starts a runner that keeps its files in a directory of this name.
    ///
    /// @param options more of the command line
    static RunnerProcess start(ServerProcess server, Path directory, String id, String... options) {
        try {
            Path data = Files.createDirectories(directory.resolve(id));
            Path token = data.resolve("token");
            Files.writeString(token, server.with("runner", id).token());
            List<String> command =
                    new ArrayList<>(
                            List.of(
                                    System.getProperty("java.home") + "/bin/java",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-Xmx128m",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getenv("BATON_LIB") + "/*",
                                    "dev.baton.cli.Main",
                                    "runner",
                                    "--server=" + server.address(),
                                    "--token-file=" + token,
                                    "--id=" + id,
                                    "--data=" + data.resolve("files")));
            command.addAll(List.of(options));
            var builder = new ProcessBuilder(command).directory(data.toFile());
            builder.redirectErrorStream(true);
            builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
            var runner = new RunnerProcess(builder.start());
            runner.awaitStart();
            return runner;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// `kill -9`: gone when this returns.
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /// `kill -STOP`: it is there, and does nothing.
    void freeze() {
        signal("STOP");
    }

    /// `kill -CONT`: it goes on as if no time had passed.
    void thaw() {
        signal("CONT");
    }

    /// `kill -TERM`, and its exit status.
    int stop() {
        process.destroy();
        awaitEnd();
        return process.exitValue();
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
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
                throw new AssertionError("the runner did not stop within " + STOP_LIMIT);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitStart() {
        var started = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("runner-output").start(() -> read(started));
        try {
            if (!started.await(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the runner did not start");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read(CountDownLatch started) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith("Runner ")) {
                    started.countDown();
                } else if (!line.contains(" INFO ")) {
                    System.err.println(line); // a warning, or why it did not start
                }
            }
        } catch (IOException gone) {
            // the same as the end of its output
        }
    }
}
