package dev.baton.sandbox;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// A process that we started, and the two pumps that hand over what it prints.
final class Command implements Conversing {
    private static final int SOURCES = Output.Source.values().length;

    /// For a process of which somebody else took the exit status: we do not know how it ended.
    private static final Exit UNKNOWN = new Exit(255);

    private static final int SIGNALED = 128;

    private final int pid;
    private final int pidfd;
    private final OutputStream input;
    private final CountDownLatch handedOver = new CountDownLatch(SOURCES);
    private final CountDownLatch pumping = new CountDownLatch(SOURCES);
    private volatile List<Pump> pumps = List.of();
    private volatile @Nullable Exit exit;

    /// For [#of].
    ///
    /// @param pidfd becomes readable when it has ended; closed by this
    private Command(int pid, int pidfd, OutputStream input) {
        this.pid = pid;
        this.pidfd = pidfd;
        this.input = input;
    }

    /// Takes charge of a child, whose exit status nobody has taken yet.
    static Command of(int pid, Pipes pipes) {
        int pidfd = Kernel.openProcess(pid);
        if (pidfd < 0) {
            throw new SandboxException("cannot watch a process: error %d".formatted(-pidfd));
        }
        try {
            return new Command(pid, pidfd, pipes.input());
        } catch (IOException e) {
            Kernel.close(pidfd);
            throw new SandboxException("cannot talk to a process", e);
        }
    }

    /// Begins to hand over what it prints.
    ///
    /// @param quiet raised when nothing is left that could print
    void pump(Pipes pipes, int quiet, Output output, Executor threads) {
        int stdout = pipes.stdout().readEnd();
        int stderr = pipes.stderr().readEnd();
        pipes.taken();
        pumps =
                List.of(
                        new Pump(this, Output.Source.STDOUT, stdout, quiet, output),
                        new Pump(this, Output.Source.STDERR, stderr, quiet, output));
        pumps.forEach(threads::execute);
    }

    @Override
    public void catchUp() {
        pumps.forEach(Pump::catchUp);
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public OutputStream input() {
        return input;
    }

    @Override
    public Optional<Exit> await(Duration longest) throws InterruptedException {
        boolean ended = handedOver.await(toNanos(longest), TimeUnit.NANOSECONDS);
        return ended ? Optional.ofNullable(exit) : Optional.empty();
    }

    boolean hasEnded() {
        return exit != null;
    }

    /// Waits until its pumps have come to their end.
    void awaitPumps() throws InterruptedException {
        pumping.await();
    }

    int pidfd() {
        return pidfd;
    }

    /// Takes its exit status. It has ended.
    synchronized void reap() {
        if (exit == null) {
            exit = exit(Kernel.reap(pid));
        }
    }

    /// What it had printed to one source when it ended was handed over.
    void handedOver() {
        handedOver.countDown();
    }

    /// A pump has come to its end; the last one closes what they share.
    synchronized void pumpEnded() {
        pumping.countDown();
        if (pumping.getCount() == 0) {
            Kernel.close(pidfd);
        }
    }

    private static Exit exit(int status) {
        if (status < 0) {
            return UNKNOWN;
        }
        int signal = status & 0x7f;
        return new Exit(signal == 0 ? status >> 8 & 0xff : SIGNALED + signal);
    }

    private static long toNanos(Duration longest) {
        return TimeUnit.NANOSECONDS.convert(longest);
    }
}
