package dev.baton.store;

import dev.baton.core.JobId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a lane remembers of the jobs that are being worked on.
///
/// The fixed part never changes. The state of a job that a runner holds is remembered as this lane committed it
/// last: a message can then be decided without reading the row first, and the write says which version it was
/// decided on. If someone else has changed the row, the write finds nothing, and the transaction is run again
/// on what is read.
///
/// Not shared. Bounded: when full it starts over.
final class KnownJobs {
    static final int MOST_JOBS = 20_000;

    private final Map<JobId, FixedJob> fixed = new HashMap<>();
    private final Map<JobId, JobRow> held = new HashMap<>();

    boolean has(JobId id) {
        return fixed.containsKey(id);
    }

    FixedJob get(JobId id) {
        var job = fixed.get(id);
        if (job == null) {
            throw new IllegalStateException(id + " has a state but was never submitted");
        }
        return job;
    }

    void put(FixedJob job) {
        fixed.put(job.id(), job);
    }

    /// The state that a held job had when this lane last committed it, if it did.
    @Nullable JobRow held(JobId id) {
        return held.get(id);
    }

    void putHeld(JobRow row) {
        held.put(row.id(), row);
    }

    void forgetHeld(JobId id) {
        held.remove(id);
    }

    void forget(JobId id) {
        fixed.remove(id);
        held.remove(id);
    }

    /// Forgets every state: one of them turned out to be old.
    void forgetAllHeld() {
        held.clear();
    }

    /// Called between transactions, never within one.
    void trim() {
        if (fixed.size() > MOST_JOBS) {
            fixed.clear();
            held.clear();
        }
    }
}
