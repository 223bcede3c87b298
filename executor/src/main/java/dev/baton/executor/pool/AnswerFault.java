package dev.baton.executor.pool;

import dev.baton.executor.wire.WireCode;

/// What can be wrong with what an executor sends, and what is done about it. Each is counted.
public enum AnswerFault {
    /// A frame of no bytes.
    EMPTY(Treatment.CLOSE),
    /// A frame longer than any may be. If only one call waits for an answer, this was its answer.
    OVERSIZED(Treatment.CLOSE),
    /// The connection ended in the middle of a frame.
    CUT_OFF(Treatment.CLOSE),
    /// Not UTF-8, not JSON, or a field that is missing or wrong.
    MALFORMED(Treatment.END_CALL),
    WRONG_VERSION(Treatment.END_CALL),
    /// A type that nobody knows, or that executors do not send.
    UNKNOWN_TYPE(Treatment.END_CALL),
    /// The request is one of ours, but of another job: answers were mixed up.
    WRONG_JOB(Treatment.CLOSE),
    /// A request that was never made.
    UNKNOWN_REQUEST(Treatment.IGNORE),
    /// A request that was answered before.
    DUPLICATE(Treatment.IGNORE),
    /// The time of the call was over: it timed out all the same.
    LATE(Treatment.IGNORE),
    /// The executor says that it does not understand the request.
    REFUSAL(Treatment.END_CALL);

    /// What is done.
    public enum Treatment {
        /// The connection is closed. Calls that waited on it end as protocol errors, and since nobody can know what their handlers still do,
        /// the process is replaced before they return.
        CLOSE,
        /// The call ends as a protocol error, and nothing else is disturbed. If it cannot be known which call: as [#CLOSE].
        END_CALL,
        IGNORE
    }

    private final Treatment treatment;

    AnswerFault(Treatment treatment) {
        this.treatment = treatment;
    }

    public Treatment treatment() {
        return treatment;
    }

    static AnswerFault of(WireCode code) {
        return switch (code) {
            case EMPTY_FRAME -> EMPTY;
            case CUT_OFF -> CUT_OFF;
            case WRONG_VERSION -> WRONG_VERSION;
            case UNKNOWN_TYPE -> UNKNOWN_TYPE;
            case TOO_LARGE,
                    NOT_UTF8,
                    NOT_JSON,
                    NOT_AN_ENVELOPE,
                    MISSING_FIELD,
                    WRONG_TYPE,
                    DUPLICATE_FIELD ->
                    MALFORMED;
        };
    }
}
