package dev.baton.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A `baton` that stays, until it is killed or stopped. It does not outlive us.
public final class BatonProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final int MOST_LINES_KEPT = 200;

    private final Process process;
    private final Thread killAtExit;
    private final CompletableFuture<String> greeting = new CompletableFuture<>();

    private BatonProcess(Process process) {
        this.process = process;
        killAtExit =
                Thread.ofPlatform().name("baton-kill").unstarted(() -> process.destroyForcibly());
        Runtime.getRuntime().addShutdownHook(killAtExit);
    }

    /// Starts it, and waits until it says that it is ready.
    ///
    /// @param ready how the line begins by which it says so
    /// @param output gets each line that it prints, on a thread of its own
    /// @throws IOException if it ends before, or takes too long; with what it said
    public static BatonProcess start(
            Launcher launcher,
            Path directory,
            List<String> arguments,
            String ready,
            Consumer<String> output)
            throws IOException {
        var started = new BatonProcess(launcher.start(directory, arguments));
        Thread.ofPlatform().daemon().name("baton-output").start(() -> started.read(ready, output));
        try {
            started.greeting.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
            return started;
        } catch (ExecutionException e) {
            started.close();
            throw new IOException(why(e), e);
        } catch (TimeoutException e) {
            started.close();
            throw new IOException("expected '%s' within %s".formatted(ready, START_LIMIT), e);
        } catch (InterruptedException e) {
            started.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it started", e);
        }
    }

    private static String why(ExecutionException e) {
        Throwable cause = e.getCause();
        return String.valueOf((cause == null ? e : cause).getMessage());
    }

    /// What followed in the line by which it said that it is ready.
    public String greeting() {
        return greeting.join();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// `kill -9`: gone when this returns, and had no time for anything.
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
        forget();
    }

    /// `kill -STOP`: it is there, and does nothing.
    public void freeze() {
        Signals.stop(process.toHandle());
    }

    /// `kill -CONT`: it goes on as if no time had passed.
    public void thaw() {
        Signals.goOn(process.toHandle());
    }

    /// `kill -TERM`, and its exit status.
    public int stop() {
        process.destroy();
        awaitEnd();
        forget();
        return process.exitValue();
    }

    /// Writes a line to its standard input. That it does not listen any more is no error.
    public void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            // who waits for its end sees it
        }
    }

    /// Waits for it to end by itself.
    ///
    /// @return whether it has
    public boolean awaitEnd(Duration longest) throws InterruptedException {
        boolean ended = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
        if (ended) {
            forget();
        }
        return ended;
    }

    @Override
    public void close() {
        kill();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("it did not stop within " + STOP_LIMIT);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(killAtExit);
        } catch (IllegalStateException alreadyExiting) {
            // the hook finds nothing to do
        }
    }

    /// Goes on reading to its end, so that the pipe never fills.
    private void read(String ready, Consumer<String> output) {
        var said = new ArrayList<String>();
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                output.accept(line);
                if (line.startsWith(ready)) {
                    greeting.complete(line.substring(ready.length()).strip());
                } else if (!greeting.isDone() && said.size() < MOST_LINES_KEPT) {
                    said.add(line);
                }
            }
        } catch (IOException gone) {
            // the same as the end of its output
        }
        greeting.completeExceptionally(
                new IOException(
                        "expected '%s', and it ended; it said: %s"
                                .formatted(ready, String.join("\n", said))));
    }
}
