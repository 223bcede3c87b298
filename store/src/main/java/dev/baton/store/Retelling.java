package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Counting;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.Event;
import dev.baton.core.InstanceId;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobRules;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Queued;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Report;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The commands that a line of an audit trail may stand for.
///
/// The trail has what happened, not what was asked. What it lacks (secrets, reports, heartbeats, the terms of leases) is
/// put back from the rows of the job, or so that it favours the line. Whether the line is right is for the rules to say.
final class Retelling {
    static final LeaseTerms TERMS = LeaseTerms.DEFAULTS;
    static final JobRules RULES = new JobRules(TERMS);

    /// The rules by which leases were counted before runners were told apart.
    private static final JobRules FORMER_RULES = new JobRules(TERMS, Counting.LEASES);

    /// The process that holds a lease, where nobody knows which one it was.
    private static final InstanceId SOME_PROCESS = new InstanceId("some");

    private static final String RUNNER = Event.runner(new RunnerId("x")).replace("x", "");
    private static final LeaseDigest NO_DIGEST = LeaseDigest.of(new byte[LeaseDigest.BYTES]);

    /// The rules of an orchestrator that waits for runners for so many seconds.
    private final Map<Integer, JobRules> bySeconds = new HashMap<>();

    private final Map<Integer, JobRules> formerBySeconds = new HashMap<>();

    private final Deadlines deadlines;

    /// @param known the terms that held all the time, if somebody knows
    Retelling(@Nullable LeaseTerms known) {
        deadlines = new Deadlines(TERMS, known);
    }

    /// A command, the job as it may have been when it came, and the rules that decided.
    record Telling(Job job, Command command, JobRules rules) {}

    /// What may have been asked, the likeliest first.
    ///
    /// @param stored what else is known of the job
    /// @param counting what the orchestrator counted that wrote the line
    List<Telling> of(Job job, JournalLine line, AuditSource.StoredJob stored, Counting counting) {
        var tellings = of(job, line, stored);
        return counting == Counting.RUNNERS
                ? tellings
                : tellings.stream()
                        .map(t -> new Telling(t.job(), t.command(), former(t.rules(), line)))
                        .toList();
    }

    private JobRules former(JobRules rules, JournalLine line) {
        var seconds = LineWords.secondsWaited(line.event().why());
        return rules == RULES || seconds.isEmpty()
                ? FORMER_RULES
                : formerBySeconds.computeIfAbsent(
                        seconds.getAsInt(), s -> rulesThatWait(s, Counting.LEASES));
    }

    private List<Telling> of(Job job, JournalLine line, AuditSource.StoredJob stored) {
        var event = line.event();
        return switch (event.kind()) {
            case SUBMITTED -> List.of();
            case UNBLOCKED ->
                    LineWords.metNeed(event.why()).stream()
                            .map(need -> told(butOne(job, need, stored), new Command.NeedMet(need)))
                            .toList();
            case WOKEN -> List.of(told(job, new Command.Sweep()));
            case ADMITTED ->
                    List.of(
                            told(
                                    job,
                                    new Command.Admit(LineWords.gateLimit(event.why()).orElse(0))));
            case GRANTED -> List.of(told(job, claim(event, stored)));
            case ACKNOWLEDGED -> acknowledge(job, line);
            case CANCEL_REQUESTED ->
                    List.of(told(job, new Command.Cancel(event.actor(), event.why())));
            case REQUEUED, FINISHED -> ended(job, line, stored);
        };
    }

    /// The job when all that it needs but one has succeeded: these left no line.
    private static Job butOne(Job job, JobId last, AuditSource.StoredJob stored) {
        var others = stored.needs().stream().map(AuditSource.NeededJob::id).iterator();
        var left = job;
        while (left.state() instanceof Blocked blocked && blocked.needs() > 1 && others.hasNext()) {
            var other = others.next();
            if (!other.equals(last)
                    && RULES.decide(left, new Command.NeedMet(other), left.created())
                            instanceof Decision.Accept met) {
                left = met.next();
            }
        }
        return left;
    }

    /// The lease is in the job's row if it is the newest, else among the past ones.
    private static Command claim(Event event, AuditSource.StoredJob stored) {
        for (var past : stored.past()) {
            if (past.epoch() == event.epoch()) {
                return new Command.Claim(past.holder(), SOME_PROCESS, past.digest());
            }
        }
        var row = stored.row();
        if (row != null && row.epoch() == event.epoch()) {
            if (row.state() instanceof Held held) {
                return new Command.Claim(
                        held.lease().holder(), SOME_PROCESS, held.lease().digest());
            }
            if (row.state() instanceof Finished done && done.lease() != null) {
                return new Command.Claim(
                        done.lease().holder(), SOME_PROCESS, done.lease().digest());
            }
        }
        return new Command.Claim(
                new LeaseHolder(runner(event.actor()), ""), SOME_PROCESS, NO_DIGEST);
    }

    private static RunnerId runner(String actor) {
        try {
            return new RunnerId(actor.startsWith(RUNNER) ? actor.substring(RUNNER.length()) : "?");
        } catch (IllegalArgumentException _) {
            return new RunnerId("?");
        }
    }

    private List<Telling> acknowledge(Job job, JournalLine line) {
        return job.state() instanceof Held held
                ? List.of(
                        told(
                                deadlines.live(job, line.at()),
                                new Command.Acknowledge(ref(held), held.lease().holder())))
                : List.of();
    }

    private List<Telling> ended(Job job, JournalLine line, AuditSource.StoredJob stored) {
        return switch (job.state()) {
            case Queued _ -> endedInQueue(job, line.event());
            case Held held when line.event().actor().startsWith(RUNNER) ->
                    endedByRunner(job, held, line, stored).toList();
            case Held held -> endedByUs(job, held, line);
            case Finished _ -> List.of(told(job, new Command.Sweep()));
        };
    }

    private static List<Telling> endedInQueue(Job job, Event event) {
        var reason = LineWords.reason(event.why());
        var canceled = "canceled: ";
        return Stream.concat(
                        LineWords.failedNeed(event.why()).stream()
                                .<Command>map(n -> new Command.NeedFailed(n.id(), n.status())),
                        Stream.of(
                                new Command.Cancel(
                                        event.actor(),
                                        reason.startsWith(canceled)
                                                ? reason.substring(canceled.length())
                                                : reason),
                                new Command.Sweep(),
                                new Command.Discard(reason)))
                .map(command -> told(job, command))
                .toList();
    }

    private Stream<Telling> endedByRunner(
            Job job, Held held, JournalLine line, AuditSource.StoredJob stored) {
        var lease = ref(held);
        var by = held.lease().holder();
        var reason = LineWords.reason(line.event().why());
        var reports = reports(line, reason, stored);
        var live = deadlines.live(job, line.at());
        return Stream.of(
                        reports.stream().map(r -> new Command.Complete(lease, by, r)),
                        Stream.of(new Command.Release(lease, by, reason)),
                        reports.stream().map(r -> new Command.ConfirmCancel(lease, by, r)))
                .flatMap(commands -> commands)
                .map(command -> told(live, command));
    }

    /// What the runner may have reported: what is stored of it, or else whatever leads to this line.
    private static List<Report> reports(
            JournalLine line, String reason, AuditSource.StoredJob stored) {
        var why = line.event().why();
        var kept =
                stored.row() != null && stored.row().state() instanceof Finished done
                        ? done.outcome().report()
                        : null;
        var endings =
                Stream.of(
                                LineWords.ending(why).stream(),
                                LineWords.reportedEnding(why).stream(),
                                kept == null ? Stream.<Ending>of() : Stream.of(kept.ending()),
                                Arrays.stream(Ending.values()))
                        .flatMap(found -> found)
                        .distinct();
        var until = LineWords.waitsUntil(why);
        var asked = new ArrayList<@Nullable Duration>();
        asked.add(null);
        asked.add(until.map(time -> Duration.between(line.at(), time)).orElse(Duration.ZERO));
        return endings.flatMap(e -> asked.stream().map(wait -> report(e, reason, wait, kept)))
                .toList();
    }

    private static Report report(
            Ending ending, String summary, @Nullable Duration retryAfter, @Nullable Report kept) {
        return new Report(
                ending,
                kept == null ? null : kept.exitCode(),
                summary,
                retryAfter,
                kept == null ? "{}" : kept.document());
    }

    private List<Telling> endedByUs(Job job, Held held, JournalLine line) {
        var now = line.at();
        var rules = waiting(line);
        var sweep = new Command.Sweep();
        var by = held.lease().holder();
        var disown = new Command.Disown(held.lease().epoch(), by, SOME_PROCESS);
        var retract = new Command.Retract(ref(held), by);
        return List.of(
                new Telling(deadlines.overdue(job, now), sweep, rules),
                new Telling(deadlines.expiring(job, now), sweep, rules),
                told(job, retract),
                told(job, disown));
    }

    private JobRules waiting(JournalLine line) {
        var seconds = LineWords.secondsWaited(line.event().why());
        return seconds.isEmpty()
                ? RULES
                : bySeconds.computeIfAbsent(
                        seconds.getAsInt(), s -> rulesThatWait(s, Counting.RUNNERS));
    }

    /// The words have whole seconds; whatever was less is gone.
    private static JobRules rulesThatWait(int seconds, Counting counting) {
        var most = Duration.ofHours(24);
        var asked = seconds == 0 ? Duration.ofMillis(500) : Duration.ofSeconds(seconds);
        var wait = asked.compareTo(most) > 0 ? most : asked;
        return new JobRules(
                new LeaseTerms(
                        wait,
                        wait.dividedBy(2),
                        wait,
                        TERMS.cancelDeadline(),
                        TERMS.runtimeGrace()),
                counting);
    }

    private static LeaseRef ref(Held held) {
        return new LeaseRef(held.lease().epoch(), held.lease().digest());
    }

    private static Telling told(Job job, Command command) {
        return new Telling(job, command, RULES);
    }
}
