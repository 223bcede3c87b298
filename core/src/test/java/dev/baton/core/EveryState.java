package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.GATE;
import static dev.baton.core.Jobs.NEED;
import static dev.baton.core.Jobs.PROCESS;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One job in each state and one command of each kind, by the names of their types.
final class EveryState {
    /// The lease that a held job is held by, and that ended the finished one. Nobody else was given it.
    static final Holding OWN = new Holding(new LeaseRef(2, Jobs.digest(2)), ALICE);

    /// A lease before it, in the same hands.
    static final Holding EARLIER = new Holding(new LeaseRef(1, Jobs.digest(1)), ALICE);

    private static final Lease LEASE =
            new Lease(2, OWN.lease().digest(), ALICE, PROCESS, START, START.plus(TERMS.ttl()));

    static final Map<String, JobState> STATES =
            byName(
                    List.of(
                            new JobState.Blocked(1, 1),
                            new JobState.Delayed(1, START.plusSeconds(60)),
                            new JobState.Gated(1),
                            new JobState.Ready(1),
                            new JobState.Leased(1, LEASE, START.plus(TERMS.ackTimeout())),
                            new JobState.Running(1, LEASE, START, START.plusSeconds(3660)),
                            new JobState.Canceling(
                                    1, LEASE, START.plus(TERMS.cancelDeadline()), "enough", START),
                            finished(LeaseEnd.COMPLETED, FinalStatus.SUCCEEDED, Cause.REPORTED)));

    static final Map<String, Command> COMMANDS =
            byName(
                    List.of(
                            OWN.disown(),
                            OWN.retract(),
                            Jobs.claim(ALICE, 3),
                            new Command.NeedMet(NEED),
                            new Command.NeedFailed(NEED, FinalStatus.FAILED),
                            new Command.Admit(),
                            new Command.Discard("torn"),
                            Jobs.cancel(),
                            new Command.Sweep()));

    static final Map<String, Function<Holding, Command>> MESSAGES =
            Map.of(
                    "Acknowledge", Holding::acknowledge,
                    "Beat", Holding::beat,
                    "Complete", holding -> holding.complete(Ending.SUCCEEDED),
                    "ConfirmCancel", Holding::confirmCancel,
                    "Release", Holding::release);

    private EveryState() {}

    /// A job whose earlier lease ended like this.
    static Job job(JobState state, LeaseEnd earlier) {
        var lease = EARLIER.lease();
        return new Job(
                Jobs.ID,
                Jobs.plan(RetryPolicy.STEPS, GATE, null),
                START,
                state,
                2,
                Tally.ZERO,
                List.of(new PastLease(1, lease.digest(), ALICE, earlier, START)));
    }

    static JobState finished(LeaseEnd end, FinalStatus status, Cause cause) {
        return new JobState.Finished(
                1, new Outcome(status, cause, "", null), START, LEASE.ended(end, START));
    }

    /// The names of all records of a sealed family, however deep.
    static List<String> recordsOf(Class<?> family) {
        return family.isSealed()
                ? Arrays.stream(family.getPermittedSubclasses())
                        .flatMap(member -> recordsOf(member).stream())
                        .toList()
                : List.of(family.getSimpleName());
    }

    private static <T> Map<String, T> byName(List<T> all) {
        return all.stream()
                .collect(Collectors.toMap(one -> one.getClass().getSimpleName(), one -> one));
    }
}
