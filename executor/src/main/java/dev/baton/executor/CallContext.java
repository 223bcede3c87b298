package dev.baton.executor;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// What a handler may know about its call. Any thread may ask.
public interface CallContext {
    String jobId();

    String requestId();

    String functionName();

    /// Which try at the job this is, counted from 1.
    int attempt();

    String queueName();

    Instant enqueueTime();

    /// Who asks, if that is said.
    Optional<String> workerId();

    /// The headers of the trace that the caller is part of; empty if there is none.
    Map<String, String> traceContext();

    /// When the caller gives up, by the caller's clock. Then the handler is interrupted.
    Optional<Instant> deadline();

    /// What is left until then, by a clock that does not jump; at least zero. Very long if there is no deadline.
    Duration timeLeft();

    /// Whether nobody wants the result any more, for whatever reason.
    boolean isCancelled();
}
