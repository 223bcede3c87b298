package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Counting;
import dev.baton.core.Decision;
import dev.baton.core.Decision.Accept;
import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;
import dev.baton.core.Event;
import dev.baton.core.Job;
import dev.baton.core.JobPlan;
import dev.baton.core.JobState;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Finished;
import dev.baton.core.LeaseEnd;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Takes a job through its audit trail once more, with the real rules: each line has to be what they decide.
final class Replay {
    private final Retelling retelling;
    private final AuditSource.StoredJob stored;
    private final JobPlan plan;
    private final int former;
    private int requeued;
    private @Nullable Job job;

    /// @param former how often it was queued again, or ended instead, while each lease was counted and not each runner
    Replay(Retelling retelling, AuditSource.StoredJob stored, JobPlan plan, int former) {
        this.retelling = retelling;
        this.stored = stored;
        this.plan = plan;
        this.former = former;
    }

    Optional<AuditFinding> run(List<JournalLine> lines) {
        for (var line : lines) {
            var before = job;
            var wrong = before == null ? submit(line) : step(before, line);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return job == null
                ? Optional.of(AuditFinding.of(stored.id(), "it has no line at all"))
                : Optional.empty();
    }

    /// The job at the end of its trail, with the needs that have been met since: they leave no line.
    Job end() {
        var end = Objects.requireNonNull(job);
        for (var need : stored.needs()) {
            if (end.state() instanceof Blocked blocked
                    && blocked.needs() > 1
                    && need.standing() == Standing.SUCCEEDED
                    && Retelling.RULES.decide(end, new Command.NeedMet(need.id()), end.created())
                            instanceof Accept met) {
                end = met.next();
            }
        }
        return end;
    }

    private Optional<AuditFinding> submit(JournalLine line) {
        var accepted =
                Retelling.RULES.submit(
                        stored.id(), plan, stored.needs().size(), line.event().actor(), line.at());
        job = accepted.next();
        return accepted.events().equals(List.of(line.event()))
                ? Optional.empty()
                : found(line, "expected " + shown(accepted.events().getFirst()));
    }

    private Optional<AuditFinding> step(Job before, JournalLine line) {
        boolean ends = isEndOfLease(line);
        var counting = ends && requeued < former ? Counting.LEASES : Counting.RUNNERS;
        requeued += ends ? 1 : 0;
        var tellings = retelling.of(before, line, stored, counting);
        Decision said = null;
        Accept likely = null;
        for (var telling : tellings) {
            var decision = telling.rules().decide(telling.job(), telling.command(), line.at());
            said = said == null ? decision : said;
            if (decision instanceof Accept accept
                    && accept.events().equals(List.of(line.event()))) {
                if (endsLeaseAsStored(accept.next())) {
                    job = accept.next();
                    return Optional.empty();
                }
                likely = likely == null ? accept : likely;
            }
        }
        if (likely == null) {
            return found(line, "for a job that %s %s".formatted(stands(before), refusal(said)));
        }
        job = likely.next();
        return Optional.empty();
    }

    static boolean isEndOfLease(JournalLine line) {
        return switch (line.event().kind()) {
            case REQUEUED, FINISHED -> true;
            case SUBMITTED, UNBLOCKED, WOKEN, ADMITTED, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED ->
                    false;
        };
    }

    /// Some lines can come of several commands, which end the lease in different ways.
    private boolean endsLeaseAsStored(Job next) {
        if (next.state() instanceof Finished done) {
            return done.lease() == null
                    || !(Objects.requireNonNull(stored.row()).state() instanceof Finished kept)
                    || kept.lease() == null
                    || kept.lease().end() == done.lease().end();
        }
        return next.past().isEmpty() || sameEnd(next);
    }

    private boolean sameEnd(Job next) {
        var ended = next.past().getLast();
        LeaseEnd kept = ended.end();
        for (var past : stored.past()) {
            kept = past.epoch() == ended.epoch() ? past.end() : kept;
        }
        return kept == ended.end();
    }

    private static String refusal(@Nullable Decision said) {
        return switch (said) {
            case null -> "nothing leads there";
            case Accept accept when accept.events().isEmpty() -> "the rules would write no line";
            case Accept accept -> "the rules say " + shown(accept.events().getFirst());
            case Repeat _ -> "the rules would change nothing";
            case Refuse(var reason) -> "the rules refuse it (" + reason + ")";
        };
    }

    private static String stands(Job job) {
        var state = job.state();
        return "is %s at attempt %d and epoch %d%s,"
                .formatted(
                        Standing.of(state),
                        state.attempt(),
                        job.epoch(),
                        state instanceof JobState.Held held
                                ? " with " + held.lease().holder().runner()
                                : "");
    }

    private static String shown(Event event) {
        return "%s (attempt %d, epoch %d, by %s)%s"
                .formatted(
                        event.kind(),
                        event.attempt(),
                        event.epoch(),
                        event.actor(),
                        event.why().isEmpty() ? "" : " '" + event.why() + "'");
    }

    private Optional<AuditFinding> found(JournalLine line, String what) {
        return Optional.of(
                AuditFinding.at(
                        stored.id(), line.seq(), "it says " + shown(line.event()) + "; " + what));
    }
}
