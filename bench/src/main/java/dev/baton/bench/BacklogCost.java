package dev.baton.bench;

import dev.baton.bench.LeasePlan.Load;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/// [Scenario#BACKLOG]: the same claims on a short queue and on a long one, in turns. A queue gets back what was taken
/// from it, so that it stays as long as it is.
final class BacklogCost {
    static final int SMALL = 1_000;

    private static final int ROUNDS = 40;

    /// A backlog that is not worth more rounds is there to try the benchmark itself.
    private static final int FEWEST_ROUNDS = 3;

    private static final int BACKLOG_PER_ROUND = 25_000;

    private final Rig rig;
    private final Load load;
    private final Set<Long> queued = new HashSet<>();
    private long nanos;
    private int finished;

    private BacklogCost(Rig rig, Load load, int backlog) throws SQLException {
        this.rig = rig;
        this.load = load;
        put(backlog);
        rig.database().settle();
    }

    static void measure(Bench bench, LeasePlan plan, Figures figures)
            throws IOException, SQLException, InterruptedException {
        int connections = plan.load().connections();
        var load =
                new Load(
                        connections,
                        Math.max(1, Math.min(SMALL / connections, plan.load().capacity())));
        try (Rig shortRig = bench.rig("short_backlog");
                Rig longRig = bench.rig("long_backlog")) {
            var few = new BacklogCost(shortRig, load, SMALL);
            var many = new BacklogCost(longRig, load, plan.backlog());
            int rounds = Math.clamp(plan.backlog() / BACKLOG_PER_ROUND, FEWEST_ROUNDS, ROUNDS);
            for (int i = -rounds / 3; i < rounds; i++) {
                few.round(i >= 0);
                many.round(i >= 0);
            }
            bench.say(
                    "backlog: %,.0f jobs/s with %,d queued, %,.0f with %,d",
                    few.rate(), SMALL, many.rate(), plan.backlog());
            figures.add("backlog", "jobs queued in the long backlog", plan.backlog());
            figures.add("backlog_small_jobs_per_second", "with 1,000 queued, jobs/s", few.rate());
            figures.add("backlog_large_jobs_per_second", "with all of them, jobs/s", many.rate());
            figures.add("backlog_ratio", "long / short backlog", many.rate() / few.rate());
        }
    }

    /// @param counts whether it is more than a warm-up
    private void round(boolean counts) throws IOException, InterruptedException {
        Drained drained = rig.take(load);
        if (counts) {
            nanos += drained.nanos();
            finished += drained.jobs().length;
        }
        for (long job : drained.jobs()) {
            if (!queued.remove(job)) {
                throw new BenchException(
                        "job_%d was finished twice, or never queued".formatted(job));
            }
        }
        put(drained.jobs().length);
    }

    private void put(int jobs) {
        Arrays.stream(rig.fill(jobs, JobShape.PLAIN)).forEach(queued::add);
    }

    private double rate() {
        return Rates.perSecond(finished, nanos);
    }
}
