package dev.baton.chaos.estate;

import dev.baton.testkit.process.BatonProcess;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// A process that is killed and started again. Whoever does something to it has it for that time.
public final class Member implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final String WELCOME =
            "~{\"type\":\"welcome\",\"capabilities\":[\"graceful-termination\"]}";
    private static final String GOING_AWAY =
            "~{\"type\":\"graceful-termination\",\"finish-tasks\":false}";
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(45);

    /// Longer than any fault that keeps it from starting.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final String name;
    private final Start start;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile @Nullable BatonProcess process;
    private volatile boolean closed;

    /// How it is started.
    @FunctionalInterface
    public interface Start {
        BatonProcess start() throws IOException;
    }

    /// Something that is done to it.
    @FunctionalInterface
    public interface Deed {
        void on(Member member) throws IOException, InterruptedException;
    }

    Member(String name, Start start) {
        this.name = name;
        this.start = start;
    }

    public String name() {
        return name;
    }

    /// Does something to it, unless somebody is at it.
    ///
    /// @return whether it was done
    public boolean take(Deed deed) throws IOException, InterruptedException {
        if (!turn.tryLock()) {
            return false;
        }
        try {
            deed.on(this);
            return true;
        } finally {
            turn.unlock();
        }
    }

    /// Waits until nobody is at it, and starts it if it is not there.
    public void heal() throws IOException, InterruptedException {
        turn.lockInterruptibly();
        try {
            var running = process;
            if (running == null || !running.isAlive()) {
                start();
            }
        } finally {
            turn.unlock();
        }
    }

    public void kill() {
        var running = process;
        process = null;
        if (running != null) {
            running.kill();
        }
    }

    /// Tells it, as a supervisor does, that there is no time left. It ends by itself, and is killed when it takes too long.
    public void preempt() throws InterruptedException {
        var running = process;
        process = null;
        if (running != null) {
            running.tell(WELCOME);
            running.tell(GOING_AWAY);
            if (!running.awaitEnd(LONGEST_LEAVE)) {
                running.kill();
            }
        }
    }

    public void freeze() {
        var running = process;
        if (running != null) {
            running.freeze();
        }
    }

    public void thaw() {
        var running = process;
        if (running != null) {
            running.thaw();
        }
    }

    /// Starts it, and tries again for a while when it does not: its disk may be full, or its database away.
    public void start() throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                BatonProcess started = start.start();
                process = started;
                if (closed) {
                    kill();
                }
                return;
            } catch (IOException e) {
                if (closed || System.nanoTime() - until > 0) {
                    throw new IOException(
                            "%s did not start: %s".formatted(name, e.getMessage()), e);
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    /// The process, while there is one.
    public @Nullable BatonProcess process() {
        return process;
    }

    /// The processes of its executors, if it is a runner and has some now.
    public List<ProcessHandle> executors() {
        var running = process;
        return running == null ? List.of() : Executors.of(running.handle());
    }

    /// Whether it ended though nobody killed it.
    public boolean isMissing() {
        var running = process;
        return running != null && !running.isAlive();
    }

    /// SIGTERM, and its exit status.
    public int stop() {
        var running = process;
        process = null;
        return running == null ? 0 : running.stop();
    }

    @Override
    public void close() {
        closed = true;
        kill();
    }
}
