package dev.baton.executor;

import dev.baton.executor.wire.ExecutionRequest;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// One call while it is executed. Its thread is interrupted only between [#begin] and [#finish]: after that it may write the outcome,
/// and an interrupt would close the connection of others.
final class Call implements CallContext {
    private static final Duration LONGEST = Duration.ofDays(365);

    private final ExecutionRequest request;
    private final Connection connection;
    private final long deadline;

    private @Nullable Thread thread;
    private boolean finished;
    private volatile @Nullable Ending ending;

    /// Why a call is ended before its handler has ended by itself.
    enum Ending {
        CANCELLED,
        DEADLINE_PASSED,
        EXECUTOR_STOPPING,
        CALLER_GONE
    }

    Call(ExecutionRequest request, Connection connection, InstantSource clock) {
        this.request = request;
        this.connection = connection;
        Instant end = request.context().deadline();
        this.deadline = System.nanoTime() + nanosUntil(end, clock);
    }

    private static long nanosUntil(@Nullable Instant end, InstantSource clock) {
        if (end == null) {
            return LONGEST.toNanos();
        }
        Instant now = clock.instant();
        return end.isAfter(now.plus(LONGEST))
                ? LONGEST.toNanos()
                : Math.max(-LONGEST.toNanos(), Duration.between(now, end).toNanos());
    }

    ExecutionRequest request() {
        return request;
    }

    Connection connection() {
        return connection;
    }

    /// When the deadline passes, by [System#nanoTime].
    long deadlineNanos() {
        return deadline;
    }

    /// The handler is about to run on this thread.
    ///
    /// @return why it must not any more, or null
    synchronized @Nullable Ending begin() {
        thread = Thread.currentThread();
        return ending;
    }

    /// Ends the call early. The first reason counts.
    synchronized void end(Ending why) {
        if (finished || ending != null) {
            return;
        }
        ending = why;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /// The handler is not running any more, and this thread will not be interrupted.
    ///
    /// @return why it was ended early, or null
    synchronized @Nullable Ending finish() {
        finished = true;
        thread = null;
        Thread.interrupted();
        return ending;
    }

    @Override
    public String jobId() {
        return request.jobId();
    }

    @Override
    public String requestId() {
        return request.requestId();
    }

    @Override
    public String functionName() {
        return request.functionName();
    }

    @Override
    public int attempt() {
        return request.context().attempt();
    }

    @Override
    public String queueName() {
        return request.context().queueName();
    }

    @Override
    public Instant enqueueTime() {
        return request.context().enqueueTime();
    }

    @Override
    public Optional<String> workerId() {
        return Optional.ofNullable(request.context().workerId());
    }

    @Override
    public Map<String, String> traceContext() {
        return request.context().traceContext();
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.ofNullable(request.context().deadline());
    }

    @Override
    public Duration timeLeft() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    @Override
    public boolean isCancelled() {
        return ending != null;
    }
}
