package dev.baton.executor.pool;

import dev.baton.core.Ending;
import dev.baton.core.RetryPolicy;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Failed;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.CallResult.HandlerNotFound;
import dev.baton.executor.pool.CallResult.LostForAnother;
import dev.baton.executor.pool.CallResult.ProtocolError;
import dev.baton.executor.pool.CallResult.Retry;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;

/// What becomes of a job whose call ended so: one row for each way.
public enum OutcomePolicy {
    SUCCEEDED(Ending.SUCCEEDED, true, DeadLetter.NEVER),
    RETRY(Ending.RETRY, true, DeadLetter.WHEN_USED_UP),
    TIMED_OUT(Ending.TIMED_OUT, true, DeadLetter.WHEN_USED_UP),
    FAILED(Ending.ERROR, true, DeadLetter.WHEN_USED_UP),
    FATAL(Ending.FATAL, true, DeadLetter.AT_ONCE),
    HANDLER_NOT_FOUND(Ending.FATAL, true, DeadLetter.AT_ONCE),
    TOO_LARGE(Ending.FATAL, true, DeadLetter.AT_ONCE),
    CANCELLED(Ending.CANCELED, false, DeadLetter.NEVER),
    /// Nobody asked the executor to.
    CANCELLED_BY_ITSELF(Ending.FATAL, true, DeadLetter.AT_ONCE),
    PROTOCOL_ERROR(Ending.ERROR, true, DeadLetter.WHEN_USED_UP),
    LOST(Ending.ERROR, true, DeadLetter.WHEN_USED_UP),
    /// Its process was killed because of another call. It is given back: the job is not to blame.
    LOST_FOR_ANOTHER(Ending.RELEASED, false, DeadLetter.WHEN_USED_UP),
    /// The job is given back: it has its attempt still before it.
    NEVER_DISPATCHED(Ending.RELEASED, false, DeadLetter.WHEN_USED_UP);

    /// Whether the job becomes a dead letter.
    public enum DeadLetter {
        NEVER,
        AT_ONCE,
        /// When there is no attempt left; for what is given back, when that happened too often.
        WHEN_USED_UP
    }

    private final Ending ending;
    private final boolean counted;
    private final DeadLetter deadLetter;

    OutcomePolicy(Ending ending, boolean counted, DeadLetter deadLetter) {
        this.ending = ending;
        this.counted = counted;
        this.deadLetter = deadLetter;
    }

    public static OutcomePolicy of(CallResult result) {
        return switch (result) {
            case Succeeded _ -> SUCCEEDED;
            case Retry _ -> RETRY;
            case TimedOut _ -> TIMED_OUT;
            case Failed _ -> FAILED;
            case Fatal _ -> FATAL;
            case HandlerNotFound _ -> HANDLER_NOT_FOUND;
            case TooLarge _ -> TOO_LARGE;
            case Cancelled cancelled -> cancelled.asked() ? CANCELLED : CANCELLED_BY_ITSELF;
            case ProtocolError _ -> PROTOCOL_ERROR;
            case LostForAnother _ -> LOST_FOR_ANOTHER;
            case ExecutorLost lost -> lost.wasDispatched() ? LOST : NEVER_DISPATCHED;
        };
    }

    /// How the attempt ended, in the words of the rules.
    public Ending ending() {
        return ending;
    }

    /// Whether the job is tried again, unless its own policy says otherwise.
    public boolean isRetried() {
        return RetryPolicy.FUNCTION.retried().contains(ending);
    }

    /// Whether it uses up one of the job's attempts.
    public boolean isCounted() {
        return counted;
    }

    public DeadLetter deadLetter() {
        return deadLetter;
    }
}
