package dev.baton.core;

/// One line of a job's audit trail: what happened, by whom, why.
///
/// @param epoch the newest epoch of the job at that time
/// @param actor `orchestrator`, `runner:<id>` or whoever used the API
public record Event(Kind kind, int attempt, int epoch, String actor, String why) {
    public static final String ORCHESTRATOR = "orchestrator";

    public enum Kind {
        SUBMITTED,
        /// Everything it needs has succeeded.
        UNBLOCKED,
        /// Its delay is over.
        WOKEN,
        /// Let through its gate.
        ADMITTED,
        GRANTED,
        ACKNOWLEDGED,
        CANCEL_REQUESTED,
        /// The attempt or its lease is over and there will be another.
        REQUEUED,
        FINISHED
    }

    public static String runner(RunnerId runner) {
        return "runner:" + runner.value();
    }
}
