package dev.baton.store;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobState;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Held;
import dev.baton.core.PastLease;
import dev.baton.core.Report;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Holds the rows of a job against what its audit trail leads to.
final class RowCheck {
    private final AuditSource.StoredJob stored;
    private final List<AuditFinding> findings = new ArrayList<>();

    RowCheck(AuditSource.StoredJob stored) {
        this.stored = stored;
    }

    /// @param row the row of the job's state
    /// @param led the job as its trail leaves it
    /// @param submitter who submitted it, by its first line
    List<AuditFinding> check(JobRow row, Job led, String submitter) {
        same("the status", Standing.of(row.state()), Standing.of(led.state()));
        if (findings.isEmpty()) {
            same("the attempt", row.state().attempt(), led.state().attempt());
            same("the epoch", row.epoch(), led.epoch());
            same("the counts of losses and returns", row.tally(), led.tally());
            place(led);
            same("who submitted it", stored.place().submittedBy(), submitter);
            state(row.state(), led.state());
            pastLeases(led.past());
        }
        return findings;
    }

    private void place(Job led) {
        same("the time of its submission", stored.created(), Micros.of(led.created()));
        same("the time in its row", stored.place().created(), Micros.of(led.created()));
        same("the rank", stored.place().rank(), -led.plan().priority());
        var gate = led.plan().gate();
        if (!stored.hasUnreadablePlan()) {
            same(
                    "the requirement",
                    stored.place().requirement(),
                    led.plan().requirement().signature());
        }
        same("the gate", stored.place().gate(), gate == null ? null : gate.value());
    }

    private void state(JobState row, JobState led) {
        if (row instanceof JobState.Blocked one && led instanceof JobState.Blocked other) {
            same("the number of jobs it waits for", one.needs(), other.needs());
        } else if (row instanceof Delayed one && led instanceof Delayed other) {
            same("the time it waits for", one.until(), micros(other.until()));
        } else if (row instanceof Held one && led instanceof Held other) {
            held(one, other);
        } else if (row instanceof Finished one && led instanceof Finished other) {
            finished(one, other);
        }
    }

    private void held(Held row, Held led) {
        same(
                "the runner that has it",
                row.lease().holder().runner(),
                led.lease().holder().runner());
        same("the time of its grant", row.lease().grantedAt(), led.lease().grantedAt());
        if (row instanceof JobState.Running one && led instanceof JobState.Running other) {
            same("the time of its start", one.startedAt(), other.startedAt());
        } else if (row instanceof Canceling one && led instanceof Canceling other) {
            same("the reason of its cancel", one.reason(), other.reason());
        }
    }

    private void finished(Finished row, Finished led) {
        same("the cause of its end", row.outcome().cause(), led.outcome().cause());
        same("the words on its end", row.outcome().why(), led.outcome().why());
        same("the time of its end", row.at(), led.at());
        same("the end of its last lease", end(row.lease()), end(led.lease()));
        Report report = row.outcome().report();
        if (report != null && row.outcome().cause() != Cause.CANCEL_CONFIRMED) {
            same(
                    "whether its runner reported a success",
                    report.ending() == Ending.SUCCEEDED,
                    led.outcome().status() == FinalStatus.SUCCEEDED);
        }
    }

    private void pastLeases(List<PastLease> led) {
        same("the number of its past leases", stored.past().size(), led.size());
        for (int i = 0; i < Math.min(stored.past().size(), led.size()); i++) {
            same(
                    "past lease " + led.get(i).epoch(),
                    shown(stored.past().get(i)),
                    shown(led.get(i)));
        }
    }

    private static @Nullable Object end(@Nullable PastLease lease) {
        return lease == null ? null : lease.end();
    }

    private static String shown(PastLease lease) {
        return "epoch %d of %s, %s at %s"
                .formatted(lease.epoch(), lease.holder().runner(), lease.end(), lease.at());
    }

    private static Instant micros(Instant time) {
        return Micros.truncated(time);
    }

    private void same(String what, @Nullable Object row, @Nullable Object led) {
        if (!Objects.equals(row, led)) {
            findings.add(
                    AuditFinding.of(
                            stored.id(),
                            "its lines lead to %s for %s, and its rows say %s"
                                    .formatted(led, what, row)));
        }
    }
}
