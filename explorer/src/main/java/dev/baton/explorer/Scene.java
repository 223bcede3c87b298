package dev.baton.explorer;

import dev.baton.core.Backoff;
import dev.baton.core.Ending;
import dev.baton.core.GateKey;
import dev.baton.core.JobPlan;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/// Which jobs there are, and how they depend on each other. All times are a few seconds, so that every order of deadlines is
/// met.
///
/// @param gateLimit how many of the jobs with a gate may be let through at once
/// @param chained whether each job needs the one before it
public record Scene(String name, List<JobPlan> plans, int gateLimit, boolean chained) {
    static final int MOST_JOBS = 3;

    static final LeaseTerms TERMS =
            new LeaseTerms(
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2));

    /// How long work that asks to be tried again wants to wait.
    static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private static final Duration MAX_RUNTIME = Duration.ofSeconds(5);
    private static final GateKey GATE = new GateKey("gate");

    private static final RetryPolicy PATIENT =
            new RetryPolicy(
                    3,
                    EnumSet.of(
                            Ending.ERROR,
                            Ending.RETRY,
                            Ending.TIMED_OUT,
                            Ending.LOST,
                            Ending.RELEASED),
                    Backoff.NONE,
                    Duration.ofSeconds(3),
                    new RetryPolicy.Tolerance(1, 1, 1));

    private static final RetryPolicy STRICT =
            new RetryPolicy(
                    2,
                    EnumSet.of(Ending.LOST, Ending.RELEASED),
                    Backoff.NONE,
                    Duration.ZERO,
                    new RetryPolicy.Tolerance(1, 1, 1));

    /// One job that is tried again after whatever happens.
    public static final Scene ALONE = new Scene("alone", List.of(plan(PATIENT, null)), 1, false);

    /// Two jobs of which one may be let through at a time.
    public static final Scene GATED =
            new Scene("gated", List.of(plan(PATIENT, GATE), plan(STRICT, GATE)), 1, false);

    /// A job, and one that needs it.
    public static final Scene CHAINED =
            new Scene("chained", List.of(plan(STRICT, null), plan(STRICT, null)), 1, true);

    /// The scenes that are explored together.
    public static final List<Scene> ALL = List.of(ALONE, CHAINED, GATED);

    public Scene {
        plans = List.copyOf(plans);
        if (plans.isEmpty() || plans.size() > MOST_JOBS) {
            throw new IllegalArgumentException(
                    "expected 1 to %d jobs, got %d".formatted(MOST_JOBS, plans.size()));
        }
    }

    int needs(int job) {
        return chained && job > 0 ? 1 : 0;
    }

    private static JobPlan plan(RetryPolicy retry, @Nullable GateKey gate) {
        return new JobPlan(0, Requirement.NONE, gate, retry, MAX_RUNTIME, null);
    }
}
