package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Asks for one execution of a function. There is exactly one [ExecutionOutcome] for it.
///
/// @param requestId names this request and its outcome
/// @param functionName of the handler, without the name of its executor
/// @param args positional arguments: the text of a JSON array
/// @param kwargs keyword arguments: the text of a JSON object
public record ExecutionRequest(
        String requestId,
        String jobId,
        String functionName,
        String args,
        String kwargs,
        Context context)
        implements ExecutorMessage {
    /// What is known about the job around the call.
    ///
    /// @param attempt counted from 1
    /// @param deadline when the orchestrator gives up waiting; null if it does not
    /// @param traceContext headers that continue a trace, such as `traceparent`, in the order they came; empty if there is none
    /// @param workerId who asks; null if that is not said
    public record Context(
            String jobId,
            int attempt,
            Instant enqueueTime,
            String queueName,
            @Nullable Instant deadline,
            Map<String, String> traceContext,
            @Nullable String workerId) {
        public Context {
            traceContext = Collections.unmodifiableMap(new LinkedHashMap<>(traceContext));
        }
    }

    /// Without the arguments: they are nobody's business but the handler's.
    @Override
    public String toString() {
        return "ExecutionRequest[%s, job %s, %s]".formatted(requestId, jobId, functionName);
    }
}
