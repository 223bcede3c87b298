package dev.baton.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;

/// [Scenario#DRAIN]: a full queue and the limit of the database, in turns.
final class DrainRate {
    /// Enough for the JIT compilers at both ends.
    private static final int WARM_UP_JOBS = 20_000;

    private static final double KIB = 1024;

    private DrainRate() {}

    static void measure(Bench bench, LeasePlan plan, Figures figures)
            throws IOException, SQLException, InterruptedException {
        GrantLatency.measure(bench, plan.jobs(), figures);
        try (Rig rig = bench.rig("drain")) {
            rig.round(Math.min(plan.jobs(), WARM_UP_JOBS), plan.load());
            var rates = new ArrayList<Double>();
            var limits = new ArrayList<Double>();
            var commits = new ArrayList<Double>();
            for (int i = 1; i <= Bench.ROUNDS; i++) {
                Drained drained = rig.round(plan.jobs(), plan.load());
                rates.add(drained.jobsPerSecond());
                commits.add(drained.commitsPerSecond());
                limits.add(bench.store().limit(plan.jobs()));
                bench.say(
                        "drain %d: %,.0f jobs/s, limit %,.0f; %s",
                        i, drained.jobsPerSecond(), limits.getLast(), drained.cores());
            }
            double rate = Rates.median(rates);
            double limit = Rates.median(limits);
            figures.add("jobs_per_second", "drain, jobs/s", rate);
            figures.add("limit_jobs_per_second", "limit of hand-written SQL, jobs/s", limit);
            figures.add("ratio", "drain / limit", rate / limit);
            figures.add("commits_per_second", "commits/s during the drain", Rates.median(commits));
            figures.add(
                    "rss_mb",
                    "memory of the orchestrator, MB",
                    rig.orchestrator().use().rssKib() / KIB);
        }
    }
}
