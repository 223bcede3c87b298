package dev.baton.simulation;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sees everything, and says what must never be: what clients and runners were told, who works on what, what the tables say.
final class Oracle {
    /// How many commits until the tables are looked at again.
    private static final int COMMITS_BETWEEN_LOOKS = 20;

    /// In seconds.
    private static final double MAX_WAIT_FOR_LOCKS = 10;

    private final World world;
    private final Map<String, RunId> runs = new HashMap<>();
    private final Set<String> keys = new HashSet<>();
    private final Map<JobId, JobPlan> plans = new LinkedHashMap<>();
    private final Map<JobId, Status> ends = new HashMap<>();
    private final Map<JobId, LeaseId> finishedBy = new HashMap<>();
    private final Map<JobId, FinalStatus> reported = new HashMap<>();
    private final Map<JobId, String> working = new HashMap<>();
    private long exclusiveFrom;
    private int commits;
    private @Nullable Found found;

    /// A violation, before it has its seed.
    record Found(String promise, @Nullable JobId job, String detail, long at) {}

    Oracle(World world) {
        this.world = world;
    }

    @Nullable Found found() {
        return found;
    }

    int jobs() {
        return plans.size();
    }

    /// The first one counts: the others may follow from it.
    void violate(String promise, @Nullable JobId job, String detail) {
        if (found == null) {
            found = new Found(promise, job, detail, world.timeline().now());
            world.story().tell(job, () -> "NOT KEPT: " + promise + ": " + detail);
        }
    }

    /// The rules, with somebody who looks at each of their decisions.
    Rules watched(Rules rules) {
        return new WatchedRules(rules, this, world);
    }

    void asksFor(String key) {
        keys.add(key);
    }

    void toldRun(String key, RunId run) {
        var known = runs.putIfAbsent(key, run);
        if (known != null && !known.equals(run)) {
            violate("a repeated submission is one run", null, known + " and " + run);
        }
    }

    /// A job was made of what a client asked for.
    void knows(JobId job, NewRun.NewJob asked) {
        plans.put(job, asked.plan());
        world.calls().knows(job, asked);
    }

    /// A client was told how a job stands.
    ///
    /// @return whether it is over
    boolean toldStatus(JobId job, @Nullable Status status) {
        if (status == null) {
            violate("a run that was accepted is never lost", job, "there is no such job");
            return true;
        }
        var end = ends.get(job);
        if (end != null && end != status) {
            violate("a final state never changes", job, end + ", and then " + status);
        }
        boolean over =
                switch (status) {
                    case SUCCEEDED, FAILED, CANCELED -> true;
                    case QUEUED, LEASED, RUNNING, CANCELING -> false;
                };
        if (over) {
            ends.put(job, status);
        }
        return over;
    }

    /// A runner was told something about its lease.
    void told(LeaseId lease, OrchestratorMessage message) {
        if (message instanceof CompleteAck(_, _, var status) && status != null) {
            var job = lease.address().orElseThrow().job();
            var other = finishedBy.putIfAbsent(job, lease);
            if (other != null && !other.equals(lease)) {
                violate("one result is accepted for a job", job, "two leases were told so");
            }
            var before = reported.putIfAbsent(job, status);
            if (before != null && before != status) {
                violate("a repeated result gets the same answer", job, before + ", " + status);
            }
        }
    }

    /// The store's clock jumped ahead: leases end sooner than their runners can know, and nobody can do anything about it.
    void clockJumped() {
        exclusiveFrom = world.timeline().now() + Timeline.seconds(world.scenario().ttl() * 2);
    }

    void startsWork(JobId job, SimulatedRunner runner, int epoch) {
        var who = runner.name + " epoch " + epoch;
        world.story().tell(job, () -> who + " works");
        var other = working.put(job, who);
        if (other != null && world.timeline().now() >= exclusiveFrom) {
            violate("two never work on one job at once", job, other + " and " + who);
        }
    }

    void stopsWork(JobId job, SimulatedRunner runner, int epoch) {
        var who = runner.name + " epoch " + epoch;
        world.story().tell(job, () -> who + " works no more");
        working.remove(job, who);
    }

    /// A transaction of an orchestrator waited so long for the locks of one that is frozen.
    void heldUp(SimulatedOrchestrator by, long nanos) {
        if (nanos > Timeline.seconds(MAX_WAIT_FOR_LOCKS)) {
            violate(
                    "a frozen orchestrator holds nobody up",
                    null,
                    "%s waits for %s".formatted(by.name, Timeline.shown(nanos)));
        }
    }

    /// Looks at the tables now and then.
    void lookAtStore() {
        if (++commits % COMMITS_BETWEEN_LOOKS == 0) {
            new StoreOracle(world.store(), this).check();
            world.calls().check();
        }
    }

    int commits() {
        return commits;
    }

    /// Everything has healed and had its time.
    void conclude() {
        var store = new StoreOracle(world.store(), this);
        store.check();
        world.calls().check();
        store.checkAllIsOver(runs.values(), keys.size(), plans);
        store.checkTold(ends, reported);
        world.orchestrators()
                .getFirst()
                .read(
                        engine -> engine.views(),
                        views -> plans.keySet().forEach(job -> store.checkTrail(views, job)));
        for (var runner : world.runners()) {
            if (!runner.isIdle()) {
                violate("nothing is left behind", null, runner.name + " still has leases");
            }
        }
        if (!working.isEmpty()) {
            violate(
                    "nothing is left behind",
                    null,
                    "work goes on: " + List.copyOf(working.keySet()));
        }
    }
}
