package dev.baton.simulation;

import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Clients that follow a job at one orchestrator, while any other one may end it. Whatever notices are lost, they have to hear of the end in time.
final class Followers implements CommitListener {
    /// Added to two looks of an orchestrator, in seconds.
    private static final double SLACK = 20;

    private final World world;
    private final Map<JobId, List<Follower>> byJob = new HashMap<>();

    private static final class Follower {
        private final SimulatedOrchestrator at;
        private final int life;
        private boolean told;

        private Follower(SimulatedOrchestrator at) {
            this.at = at;
            this.life = at.life();
        }

        private boolean isConnected() {
            return at.isAlive() && at.life() == life;
        }
    }

    Followers(World world) {
        this.world = world;
    }

    /// A client begins to follow a job.
    void follow(JobId job, SimulatedOrchestrator at) {
        if (!at.isAlive()) {
            return;
        }
        var follower = new Follower(at);
        at.happen(
                at.life(),
                () -> {
                    byJob.computeIfAbsent(job, _ -> new ArrayList<>()).add(follower);
                    at.follow(
                            job,
                            view ->
                                    follower.told |=
                                            view.map(seen -> seen.status().isFinal())
                                                    .orElse(false));
                });
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        for (var change : changes) {
            if (change.job().state() instanceof JobState.Finished) {
                var job = change.job().id();
                long now = world.timeline().now();
                byJob.getOrDefault(job, List.of()).forEach(one -> expect(job, one, now));
            }
        }
    }

    /// It has to be told within a bound that begins anew whenever its orchestrator stood still.
    private void expect(JobId job, Follower follower, long from) {
        long bound = 2 * follower.at.lookInterval() + Timeline.seconds(SLACK);
        world.timeline()
                .at(
                        from + bound,
                        () -> {
                            if (follower.told || !follower.isConnected()) {
                                return;
                            }
                            long wentOn = follower.at.wentOnAt();
                            if (wentOn > from) {
                                expect(job, follower, wentOn);
                            } else {
                                world.oracle()
                                        .violate(
                                                "a client that follows a job hears of its end",
                                                job,
                                                "nothing was heard at " + follower.at.name);
                            }
                        });
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}
}
