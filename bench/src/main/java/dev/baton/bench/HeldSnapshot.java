package dev.baton.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;

/// [Scenario#HELD_SNAPSHOT]: a full queue with and without a transaction that stays open all the while, in turns.
final class HeldSnapshot {
    private static final int WARM_UP_JOBS = 20_000;

    private HeldSnapshot() {}

    static void measure(Bench bench, LeasePlan plan, Figures figures)
            throws IOException, SQLException, InterruptedException {
        var free = new ArrayList<Double>();
        var held = new ArrayList<Double>();
        try (Rig rig = bench.rig("held_snapshot")) {
            rig.round(Math.min(plan.jobs(), WARM_UP_JOBS), plan.load());
            for (int i = 1; i <= Bench.ROUNDS; i++) {
                free.add(rig.round(plan.jobs(), plan.load()).jobsPerSecond());
                try (var _ = rig.database().holdSnapshot()) {
                    held.add(rig.round(plan.jobs(), plan.load()).jobsPerSecond());
                }
                bench.say(
                        "held snapshot %d: %,.0f jobs/s, %,.0f without",
                        i, held.getLast(), free.getLast());
            }
        }
        double with = Rates.median(held);
        figures.add("held_snapshot_jobs_per_second", "with a snapshot held, jobs/s", with);
        figures.add(
                "held_snapshot_ratio", "with / without the snapshot", with / Rates.median(free));
    }
}
