package dev.baton.runner.job;

import dev.baton.core.Ending;

import org.jspecify.annotations.Nullable;

/// How work ended that was not interrupted, or at its time limit.
///
/// @param summary for people
record WorkResult(Ending ending, @Nullable Integer exitCode, String summary) {
    static WorkResult fatal(String why) {
        return new WorkResult(Ending.FATAL, null, why);
    }

    /// The same, with more to say.
    WorkResult and(String more) {
        return new WorkResult(ending, exitCode, summary + "; " + more);
    }

    static WorkResult error(String why) {
        return new WorkResult(Ending.ERROR, null, why);
    }
}
