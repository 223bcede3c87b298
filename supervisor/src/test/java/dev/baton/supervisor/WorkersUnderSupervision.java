package dev.baton.supervisor;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A supervisor in this process with a worker in another one.
final class WorkersUnderSupervision implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private @Nullable Supervisor supervisor;
    private boolean discarding;

    /// Keeps nothing of what workers print.
    void discardOutput() {
        discarding = true;
    }

    WorkersUnderSupervision(Path directory) {
        this.directory = directory;
    }

    /// Starts a worker that is a script for the shell.
    ///
    /// @param more of the configuration
    WorkersUnderSupervision start(String script, String... more) throws IOException {
        Files.writeString(directory.resolve("worker.sh"), script);
        return startCommand("\"sh\", \"worker.sh\"", more);
    }

    WorkersUnderSupervision startCommand(String command, String... more) throws IOException {
        Path file = directory.resolve("worker.toml");
        Files.writeString(
                file,
                """
                worker.command = [%s]
                termination.kill_grace = "500ms"
                restart.backoff = "10ms"
                notice.interval = "20ms"
                %s
                """
                        .formatted(command, String.join("\n", more)));
        var started =
                new Supervisor(
                        ConfigFile.read(file),
                        Files.createTempDirectory(directory, "state"),
                        InstantSource.system(),
                        discarding ? OutputStream.nullOutputStream() : out,
                        err);
        supervisor = started;
        Thread.ofPlatform()
                .name("supervisor")
                .start(
                        () -> {
                            try {
                                ended.complete(started.run());
                            } catch (InterruptedException | RuntimeException e) {
                                ended.completeExceptionally(e);
                            }
                        });
        return this;
    }

    void terminate() {
        supervisor().terminate("a test");
    }

    int awaitEnd() throws InterruptedException, ExecutionException, TimeoutException {
        return ended.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    String out() {
        synchronized (out) {
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    int outBytes() {
        synchronized (out) {
            return out.size();
        }
    }

    String err() {
        synchronized (err) {
            return err.toString(StandardCharsets.UTF_8);
        }
    }

    /// One number of the status.
    long count(String name) {
        return supervisor().status().path("counts").path(name).asLong(-1);
    }

    Supervisor supervisor() {
        if (supervisor == null) {
            throw new IllegalStateException("not started");
        }
        return supervisor;
    }

    @Override
    public void close() {
        if (supervisor != null) {
            supervisor.terminate("the test is over");
            supervisor.terminate("the test is over");
            try {
                var _ = awaitEnd();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException _) {
                // the test has failed already
            }
            supervisor.close();
        }
    }
}
