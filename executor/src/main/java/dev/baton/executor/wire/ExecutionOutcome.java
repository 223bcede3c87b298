package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

/// How an execution ended.
///
/// @param result the text of any JSON value; null if there is none, or if it is JSON's null
/// @param retryAfterSeconds how long a retry should wait at least; any finite number, which whoever applies a policy brings within its bounds
public record ExecutionOutcome(
        String jobId,
        String requestId,
        Status status,
        @Nullable String result,
        @Nullable ExecutionError error,
        @Nullable Double retryAfterSeconds)
        implements ExecutorMessage {
    /// The four ways in which an execution can end.
    public enum Status {
        SUCCESS,
        /// The executor asks for another attempt.
        RETRY,
        /// The executor gave up waiting for its handler.
        TIMEOUT,
        ERROR
    }

    public static ExecutionOutcome success(ExecutionRequest request, @Nullable String result) {
        return new ExecutionOutcome(
                request.jobId(), request.requestId(), Status.SUCCESS, result, null, null);
    }

    /// An outcome that is not a success, and has no delay.
    public static ExecutionOutcome failure(
            ExecutionRequest request, Status status, ExecutionError error) {
        return new ExecutionOutcome(
                request.jobId(), request.requestId(), status, null, error, null);
    }

    /// Without the result: it is nobody's business but the caller's.
    @Override
    public String toString() {
        return "ExecutionOutcome[%s, job %s, %s]".formatted(requestId, jobId, status);
    }
}
