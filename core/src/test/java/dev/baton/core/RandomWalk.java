package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.START;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// One job that chance plays with: commands from its runners, from earlier ones, from liars, and time that passes.
/// The same seed walks the same way.
final class RandomWalk {
    private static final long FIRST_SEED = 20_260_104;
    private static final int WALKS = 20_000;
    private static final int MOST_STEPS = 60;
    private static final int STEPS_AFTER_THE_END = 8;
    private static final Duration DAY = Duration.ofDays(1);

    /// One command and what came of it.
    record Step(Job before, Command command, Instant now, Decision decision) {
        /// The job after the command.
        Job after() {
            return decision instanceof Decision.Accept accept ? accept.next() : before;
        }

        boolean isAccepted() {
            return decision instanceof Decision.Accept;
        }
    }

    private final SplittableRandom random;
    private final List<Holding> leases = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private Job job;
    private Instant now = START;

    private RandomWalk(long seed) {
        random = new SplittableRandom(seed);
        job =
                Jobs.RULES
                        .submit(new JobId(1 + random.nextInt(1_000)), plan(), needs(), "", now)
                        .next();
    }

    /// Fails unless this is true of every step.
    static void always(Predicate<Step> invariant) {
        always(WALKS, invariant);
    }

    /// Fails unless this is true of every step of so many walks.
    static void always(int walks, Predicate<Step> invariant) {
        check(
                walks,
                step -> {
                    if (!invariant.test(step)) {
                        throw new AssertionError("broken by the last step");
                    }
                });
    }

    /// Looks at every step.
    static void check(Consumer<Step> look) {
        check(WALKS, look);
    }

    /// A failure names the seed and tells the way there.
    private static void check(int walks, Consumer<Step> look) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + walks; seed++) {
            var walk = new RandomWalk(seed);
            try {
                walk.walk(look);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed %d: %s%n%s".formatted(seed, e, walk), e);
            }
        }
    }

    private void walk(Consumer<Step> invariant) {
        int afterTheEnd = 0;
        while (steps.size() < MOST_STEPS && afterTheEnd < STEPS_AFTER_THE_END) {
            now = now.plus(pause());
            var lease = speaker();
            var command = random.nextInt(3) == 0 ? any(lease) : fitting(lease);
            var step = new Step(job, command, now, Jobs.RULES.decide(job, command, now));
            steps.add(step);
            job = step.after();
            if (step.isAccepted() && command instanceof Command.Claim claim) {
                leases.add(new Holding(new LeaseRef(job.epoch(), claim.digest()), claim.holder()));
            }
            afterTheEnd += job.isFinished() ? 1 : 0;
            invariant.accept(step);
        }
    }

    /// Mostly the holder of the newest lease; else anyone who ever had one, a thief or a liar.
    private Holding speaker() {
        if (leases.isEmpty()) {
            return new Holding(new LeaseRef(1, Jobs.digest(1)), ALICE);
        }
        var some = leases.get(random.nextInt(leases.size()));
        return switch (random.nextInt(8)) {
            case 0 -> some;
            case 1 -> some.heldBy(some.by().equals(ALICE) ? BOB : ALICE);
            case 2 -> some.forged();
            default -> leases.getLast();
        };
    }

    /// A command that could make sense in the state of the job.
    private Command fitting(Holding lease) {
        return switch (job.state()) {
            case JobState.Blocked _ -> new Command.NeedMet(Jobs.NEED);
            case JobState.Delayed _ -> new Command.Sweep();
            case JobState.Gated _ -> new Command.Admit();
            case JobState.Ready _ -> claim();
            case JobState.Leased _ ->
                    random.nextInt(3) == 0 ? new Command.Sweep() : lease.acknowledge();
            case JobState.Running _ -> random.nextBoolean() ? lease.beat() : any(lease);
            case JobState.Canceling _ -> random.nextBoolean() ? lease.beat() : any(lease);
            case JobState.Finished _ -> any(lease);
        };
    }

    private Command any(Holding lease) {
        return switch (random.nextInt(15)) {
            case 0 -> lease.acknowledge();
            case 1 -> lease.beat();
            case 2, 3 -> lease.complete(report());
            case 4 -> lease.confirmCancel();
            case 5 -> lease.release();
            case 6 -> lease.disown(random.nextInt(4) == 0 ? Jobs.OTHER_PROCESS : Jobs.PROCESS);
            case 14 -> lease.retract();
            case 7 -> claim();
            case 8 -> new Command.NeedMet(Jobs.NEED);
            case 9 ->
                    random.nextInt(4) == 0
                            ? new Command.NeedFailed(Jobs.NEED, FinalStatus.FAILED)
                            : new Command.Admit();
            case 10 -> random.nextInt(4) == 0 ? new Command.Discard("torn") : new Command.Admit();
            case 11 -> random.nextInt(3) == 0 ? Jobs.cancel() : lease.beat();
            default -> new Command.Sweep();
        };
    }

    private Command claim() {
        return Jobs.claim(random.nextBoolean() ? ALICE : BOB, random.nextLong(1, Long.MAX_VALUE));
    }

    private Report report() {
        var endings = Ending.values();
        var ending = endings[random.nextInt(endings.length)];
        var retryAfter = random.nextBoolean() ? null : Duration.ofSeconds(random.nextLong(-9, 999));
        return new Report(ending, null, "", retryAfter, "{}");
    }

    private Duration pause() {
        return switch (random.nextInt(10)) {
            case 0 -> toDeadline();
            case 1 -> Duration.ofSeconds(random.nextInt(200));
            case 2 -> random.nextInt(20) == 0 ? DAY : Duration.ZERO;
            default -> Duration.ofMillis(random.nextInt(20_000));
        };
    }

    private Duration toDeadline() {
        var left = job.deadline().map(deadline -> Duration.between(now, deadline));
        return left.filter(Duration::isPositive).orElse(Duration.ZERO);
    }

    private int needs() {
        return Math.max(0, random.nextInt(6) - 3);
    }

    private JobPlan plan() {
        var gate = random.nextBoolean() ? Jobs.GATE : null;
        var notBefore = random.nextInt(4) == 0 ? START.plusSeconds(random.nextInt(100)) : null;
        var runtime = Duration.ofSeconds(random.nextInt(1, 600));
        var deadline = random.nextInt(4) == 0 ? START.plusSeconds(random.nextInt(1, 900)) : null;
        return new JobPlan(0, Requirement.NONE, gate, policy(), runtime, notBefore, deadline);
    }

    private RetryPolicy policy() {
        return switch (random.nextInt(5)) {
            case 0 -> RetryPolicy.STEPS;
            case 1 -> RetryPolicy.IMAGE;
            case 2 -> RetryPolicy.FUNCTION;
            case 3 -> Jobs.patient();
            default -> anyPolicy();
        };
    }

    private RetryPolicy anyPolicy() {
        var retried = EnumSet.noneOf(Ending.class);
        for (var ending : Jobs.patient().retried()) {
            if (random.nextBoolean()) {
                retried.add(ending);
            }
        }
        return new RetryPolicy(
                random.nextInt(1, 6),
                retried,
                random.nextBoolean() ? Backoff.NONE : Backoff.EXPONENTIAL,
                Duration.ofSeconds(random.nextInt(0, 600)),
                new RetryPolicy.Tolerance(random.nextInt(4), random.nextInt(4), random.nextInt(4)));
    }

    /// The way so far, one line for each step.
    @Override
    public String toString() {
        var way = new StringBuilder().append(job.plan());
        for (var step : steps) {
            way.append(
                    "%n%s %s%n    %s%n    -> %s"
                            .formatted(
                                    step.now(),
                                    step.before().state(),
                                    step.command(),
                                    step.decision()));
        }
        return way.toString();
    }
}
