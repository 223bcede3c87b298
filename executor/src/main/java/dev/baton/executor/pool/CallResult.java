package dev.baton.executor.pool;

import dev.baton.core.RetryPolicy;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// How a call ended. What becomes of its job is said by [OutcomePolicy].
public sealed interface CallResult {
    /// The handler returned.
    ///
    /// @param result the text of a JSON value; null for none
    record Succeeded(@Nullable String result) implements CallResult {
        /// Without the result: it is nobody's business but the caller's.
        @Override
        public String toString() {
            return "Succeeded[]";
        }
    }

    /// The handler asks to be called again.
    ///
    /// @param after how long it wants to wait at least; null if it does not say
    record Retry(@Nullable Duration after, ExecutionError error) implements CallResult {}

    /// It took longer than it may.
    record TimedOut(ByWhom byWhom, ExecutionError error) implements CallResult {}

    /// The handler failed.
    record Failed(ExecutionError error) implements CallResult {}

    /// The handler failed, and says that it would fail again.
    record Fatal(ExecutionError error) implements CallResult {}

    record HandlerNotFound(ExecutionError error) implements CallResult {}

    /// The handler was stopped.
    ///
    /// @param asked whether we asked for it, because our caller was interrupted
    record Cancelled(boolean asked, ExecutionError error) implements CallResult {}

    /// The executor answered something that cannot be taken for an answer.
    record ProtocolError(AnswerFault fault, String detail) implements CallResult {}

    /// There will be no answer.
    ///
    /// @param wasDispatched whether the handler may have been called
    record ExecutorLost(String detail, boolean wasDispatched) implements CallResult {}

    /// There will be no answer: its process was killed because of another call. The handler may have been called.
    record LostForAnother(String detail) implements CallResult {}

    /// The request or the answer does not fit into a frame.
    record TooLarge(What what, String detail) implements CallResult {}

    /// Who noticed that the time was over.
    enum ByWhom {
        EXECUTOR,
        RUNNER
    }

    enum What {
        REQUEST,
        ANSWER
    }

    /// What an outcome means.
    static CallResult of(ExecutionOutcome outcome) {
        return switch (outcome.status()) {
            case SUCCESS -> new Succeeded(outcome.result());
            case RETRY -> new Retry(delay(outcome.retryAfterSeconds()), error(outcome));
            case TIMEOUT -> new TimedOut(ByWhom.EXECUTOR, error(outcome));
            case ERROR -> failure(error(outcome));
        };
    }

    private static CallResult failure(ExecutionError error) {
        return switch (error.type()) {
            case ExecutionError.HANDLER_NOT_FOUND -> new HandlerNotFound(error);
            case ExecutionError.CANCELLED -> new Cancelled(false, error);
            case ExecutionError.FATAL -> new Fatal(error);
            case ExecutionError.RESULT_TOO_LARGE -> new TooLarge(What.ANSWER, error.message());
            case ExecutionError.PROTOCOL_ERROR ->
                    new ProtocolError(AnswerFault.REFUSAL, error.message());
            case null, default -> new Failed(error);
        };
    }

    private static ExecutionError error(ExecutionOutcome outcome) {
        ExecutionError error = outcome.error();
        return error != null
                ? error
                : new ExecutionError("the executor gave no reason", null, null, null);
    }

    /// Any finite number can come; whoever applies the policy of the job has narrower bounds.
    private static @Nullable Duration delay(@Nullable Double seconds) {
        if (seconds == null) {
            return null;
        }
        double most = RetryPolicy.LONGEST_RETRY_AFTER.toSeconds();
        return Duration.ofMillis(Math.round(Math.clamp(seconds, 0, most) * 1_000));
    }
}
