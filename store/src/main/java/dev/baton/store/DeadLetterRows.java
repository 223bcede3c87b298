package dev.baton.store;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobState;
import dev.baton.core.Outcome;
import dev.baton.protocol.StoredReport;

import java.util.ArrayList;
import java.util.List;

/// The function calls that a transaction ended as FAILED: each is a dead letter from then on.
final class DeadLetterRows {
    static final String TIMEOUT = "timeout";

    private DeadLetterRows() {}

    static List<Tables.DeadLetterRow> of(Workset jobs) {
        var letters = new ArrayList<Tables.DeadLetterRow>();
        for (var entry : jobs.entries()) {
            var function = entry.fixed.extras().function();
            if (function != null
                    && entry.finishedHere()
                    && entry.job().state() instanceof JobState.Finished done
                    && done.outcome().status() == FinalStatus.FAILED) {
                letters.add(
                        new Tables.DeadLetterRow(
                                entry.fixed.id(),
                                function,
                                errorType(done.outcome()),
                                Micros.of(done.at())));
            }
        }
        return letters;
    }

    /// What the function said, or else why the orchestrator ended the call. A call that took too long has one name, whoever noticed it.
    private static String errorType(Outcome outcome) {
        var report = outcome.report();
        if (report == null
                ? outcome.cause() == Cause.TIMED_OUT
                : report.ending() == Ending.TIMED_OUT) {
            return TIMEOUT;
        }
        return report == null
                ? outcome.cause().name()
                : StoredReport.read(report.document()).errorType().orElse(report.ending().name());
    }
}
