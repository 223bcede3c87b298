package dev.baton.executor.pool;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A request and the wait for its answer. Whoever makes it is the one who waits; others settle it, once.
final class Exchange {
    private final String requestId;
    private final String jobId;
    private final long deadline;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<@Nullable CallResult> result = new AtomicReference<>();
    private byte[] frame;
    private volatile boolean isDispatched;
    private volatile boolean isOverdue;

    private volatile @Nullable Connection connection;

    /// What it ends with when its process is gone.
    private volatile @Nullable CallResult verdict;

    /// @param deadline of the clock that only goes forward
    Exchange(String requestId, String jobId, byte[] frame, long deadline) {
        this.requestId = requestId;
        this.jobId = jobId;
        this.frame = frame;
        this.deadline = deadline;
    }

    String requestId() {
        return requestId;
    }

    String jobId() {
        return jobId;
    }

    long deadline() {
        return deadline;
    }

    /// Hands the request over to be sent. From now on the handler may have been called.
    byte[] dispatch() {
        byte[] sent = frame;
        isDispatched = true;
        frame = new byte[0];
        return sent;
    }

    int frameLength() {
        return frame.length;
    }

    boolean isDispatched() {
        return isDispatched;
    }

    void on(@Nullable Connection used) {
        connection = used;
    }

    @Nullable Connection connection() {
        return connection;
    }

    /// Says what it ends with if nothing else comes before its process is gone. The first one to say so is right.
    void sentence(CallResult ending) {
        if (verdict == null) {
            verdict = ending;
        }
    }

    void settle(CallResult ending) {
        if (result.compareAndSet(null, ending)) {
            LockSupport.unpark(caller);
        }
    }

    /// Its process is gone.
    void lose(String why) {
        CallResult said = verdict;
        settle(said != null ? said : new CallResult.ExecutorLost(why, isDispatched));
    }

    /// Its time is over, which its caller is told.
    void ring() {
        isOverdue = true;
        LockSupport.unpark(caller);
    }

    boolean isOverdue() {
        return isOverdue;
    }

    /// Waits.
    ///
    /// @return the result; null if the time was over before there was one
    @Nullable CallResult await() throws InterruptedException {
        while (result.get() == null && !isOverdue) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.park(this);
        }
        return result.get();
    }

    /// Waits so long, whatever interrupts there are.
    @Nullable CallResult await(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        boolean wasInterrupted = false;
        long left = end - System.nanoTime();
        while (result.get() == null && left > 0) {
            LockSupport.parkNanos(this, left);
            wasInterrupted |= Thread.interrupted();
            left = end - System.nanoTime();
        }
        if (wasInterrupted) {
            caller.interrupt();
        }
        return result.get();
    }

    /// Waits for the result, which is sure to come.
    CallResult awaitSettled() {
        CallResult settled = null;
        while (settled == null) {
            settled = await(Duration.ofHours(1));
        }
        return Objects.requireNonNull(settled);
    }
}
