package dev.baton.simulation;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.runner.lease.HeldLease;
import dev.baton.store.NewRun;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;

/// Sees what handlers do, and says what must never be said of them.
final class CallOracle {
    private final World world;
    private final Oracle oracle;

    /// What was done for each lease, by (job, epoch).
    private final Map<Turn, Deed> deeds = new HashMap<>();

    /// Whether each job that a client was told of is a call.
    private final Map<JobId, Boolean> isCall = new HashMap<>();

    private final Map<JobId, String> uniqueKeys = new HashMap<>();
    private int dispatched;
    private int faults;

    private record Turn(JobId job, int epoch) {}

    /// @param behaviour of the handler, once it works
    private record Deed(@Nullable Behaviour behaviour) {}

    CallOracle(World world, Oracle oracle) {
        this.world = world;
        this.oracle = oracle;
    }

    /// How many requests were sent to executors.
    int dispatched() {
        return dispatched;
    }

    /// How often a handler or its executor misbehaved.
    int faults() {
        return faults;
    }

    /// A job was made of what a client asked for.
    void knows(JobId job, NewRun.NewJob asked) {
        isCall.put(job, asked.extras().function() != null);
        if (asked.extras().uniqueKey() != null) {
            uniqueKeys.put(job, asked.extras().uniqueKey());
        }
    }

    /// A request reaches a process: at the latest when the guardian kills that process, for until then one that stood still
    /// may read what was sent to it in time.
    void dispatched(JobId job, int epoch, HeldLease lease) {
        dispatched++;
        if (lease.isKnownToBeOver() || lease.left().isZero()) {
            oracle.violate("no call begins after its lease", job, "epoch " + epoch);
        }
        if (deeds.putIfAbsent(new Turn(job, epoch), new Deed(null)) != null) {
            oracle.violate("a call is sent once for a lease", job, "epoch " + epoch);
        }
    }

    /// A call that has a deadline begins.
    void begins(JobId job, Instant deadline) {
        if (!world.timeline().instant().isBefore(deadline)) {
            oracle.violate("no call begins after its deadline", job, "" + deadline);
        }
    }

    /// A handler works.
    void behaves(JobId job, int epoch, Behaviour behaviour) {
        faults += behaviour.isFaulty() ? 1 : 0;
        deeds.put(new Turn(job, epoch), new Deed(behaviour));
    }

    /// A report about a call was accepted.
    void reported(JobId job, int epoch, Ending ending) {
        if (!isCall.getOrDefault(job, false)) {
            return;
        }
        var deed = deeds.get(new Turn(job, epoch));
        if (deed == null) {
            oracle.violate(
                    "nothing is said of a call that was never sent", job, ending + " was reported");
        } else if (ending == Ending.SUCCEEDED || deed.behaviour() != null) {
            var behaviour = deed.behaviour();
            if (behaviour == null || !behaviour.allows(ending)) {
                oracle.violate(
                        "a call ends as its handler and the policy say",
                        job,
                        "%s was reported of %s".formatted(ending, behaviour));
            }
        }
    }

    /// Looks at the tables.
    void check() {
        var live = new HashMap<String, JobId>();
        for (var row : world.store().query("SELECT job_id FROM job_state WHERE standing < 7")) {
            var job = job(row.getFirst());
            var key = uniqueKeys.get(job);
            var other = key == null ? null : live.putIfAbsent(key, job);
            if (other != null) {
                oracle.violate("no two live jobs have one unique key", job, key + ": " + other);
            }
        }
        var letters = new HashSet<JobId>();
        world.store()
                .query("SELECT job_id FROM dead_letter")
                .forEach(row -> letters.add(job(row.getFirst())));
        for (var row : world.store().query("SELECT job_id FROM job_state WHERE standing = 8")) {
            var job = job(row.getFirst());
            boolean isLetter = letters.remove(job);
            if (isCall.getOrDefault(job, isLetter) != isLetter) {
                oracle.violate("a call that failed is a dead letter", job, "is one: " + isLetter);
            }
        }
        letters.forEach(
                job -> oracle.violate("a call that failed is a dead letter", job, "did not fail"));
    }

    private static JobId job(@Nullable String number) {
        return new JobId(Long.parseLong(Objects.requireNonNull(number)));
    }
}
