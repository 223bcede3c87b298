package dev.baton.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;

/// [Scenario#HOT_TENANT]: the jobs of the others, with and without a limited tenant whose many jobs were submitted
/// first. In turns, on two orchestrators.
final class HotTenant {
    private static final int WARM_UP_JOBS = 20_000;
    private static final int MOST_JOBS = 50_000;

    private HotTenant() {}

    static void measure(Bench bench, LeasePlan plan, Figures figures)
            throws IOException, SQLException, InterruptedException {
        int jobs = Math.min(plan.jobs(), MOST_JOBS);
        var calm = new ArrayList<Double>();
        var crowded = new ArrayList<Double>();
        try (Rig without = bench.rig("without_hot_tenant");
                Rig with = bench.rig("with_hot_tenant")) {
            without.round(Math.min(jobs, WARM_UP_JOBS), plan.load());
            with.round(Math.min(jobs, WARM_UP_JOBS), plan.load());
            long[] hot = with.fill(plan.hotJobs(), JobShape.HOT);
            for (int i = 1; i <= Bench.ROUNDS; i++) {
                calm.add(without.round(jobs, plan.load()).jobsPerSecond());
                long[] others = with.fill(jobs, JobShape.PLAIN);
                with.database().settle();
                crowded.add(with.drain(others, hot, plan.load()).jobsPerSecond());
                bench.say(
                        "hot tenant %d: %,.0f jobs/s of the others, %,.0f without it",
                        i, crowded.getLast(), calm.getLast());
            }
        }
        double alone = Rates.median(calm);
        double beside = Rates.median(crowded);
        figures.add("hot_tenant_jobs", "jobs of the hot tenant", plan.hotJobs());
        figures.add("hot_tenant_jobs_per_second", "the others beside it, jobs/s", beside);
        figures.add("hot_tenant_ratio", "beside / without the hot tenant", beside / alone);
    }
}
