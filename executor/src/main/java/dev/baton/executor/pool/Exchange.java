package dev.baton.executor.pool;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A request and the wait for its answer. Whoever makes it is the one who waits; others settle it, once.
final class Exchange {
    private final String requestId;
    private final String jobId;
    private final long deadline;
    private final @Nullable CallOutput output;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<@Nullable Settled> settled = new AtomicReference<>();
    private byte[] frame;
    private volatile boolean isDispatched;
    private volatile boolean isOverdue;

    private volatile Talk.@Nullable Way way;

    /// How it ended, and whether its time was over by then.
    record Settled(CallResult result, boolean isLate) {}

    /// What it ends with when its process is gone.
    private volatile @Nullable CallResult verdict;

    /// @param deadline of the clock that only goes forward
    /// @param output where what the handler prints goes; without it, to our log
    Exchange(
            String requestId,
            String jobId,
            byte[] frame,
            long deadline,
            @Nullable CallOutput output) {
        this.requestId = requestId;
        this.jobId = jobId;
        this.frame = frame;
        this.deadline = deadline;
        this.output = output;
    }

    @Nullable CallOutput output() {
        return output;
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

    void on(Talk.@Nullable Way used) {
        way = used;
    }

    Talk.@Nullable Way way() {
        return way;
    }

    /// Says what it ends with if nothing else comes before its process is gone. The first one to say so is right.
    void sentence(CallResult ending) {
        if (verdict == null) {
            verdict = ending;
        }
    }

    void settle(CallResult ending) {
        if (settled.compareAndSet(null, new Settled(ending, isOverdue))) {
            LockSupport.unpark(caller);
        }
    }

    /// Its process is gone.
    ///
    /// @param isInnocent whether the process was killed because of another call
    void lose(String why, boolean isInnocent) {
        CallResult said = verdict;
        if (said != null) {
            settle(said);
        } else if (isInnocent && isDispatched) {
            settle(new CallResult.LostForAnother(why));
        } else {
            settle(new CallResult.ExecutorLost(why, isDispatched));
        }
    }

    /// Its time is over, which its caller is told.
    void ring() {
        isOverdue = true;
        LockSupport.unpark(caller);
    }

    boolean isOverdue() {
        return isOverdue;
    }

    /// How it ended; null while it has not.
    @Nullable Settled settled() {
        return settled.get();
    }

    /// Waits until something has happened. It may also return for no reason.
    ///
    /// @param until the latest time, of the clock that only goes forward
    void park(long until) {
        if (until == Conversation.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, until - System.nanoTime());
        }
    }
}
