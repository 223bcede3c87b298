package dev.baton.store;

import dev.baton.core.JobId;

import java.util.HashMap;
import java.util.Map;

/// The fixed parts of the jobs that are being worked on: read once, since they never change.
///
/// One per lane, not shared. Bounded: when full it starts over, and what is needed is read again.
final class FixedJobs {
    static final int MOST_JOBS = 20_000;

    private final Map<JobId, FixedJob> jobs = new HashMap<>();

    boolean has(JobId id) {
        return jobs.containsKey(id);
    }

    FixedJob get(JobId id) {
        var job = jobs.get(id);
        if (job == null) {
            throw new IllegalStateException(id + " has a state but was never submitted");
        }
        return job;
    }

    void put(FixedJob job) {
        jobs.put(job.id(), job);
    }

    void forget(JobId id) {
        jobs.remove(id);
    }

    /// Called between transactions, never within one.
    void trim() {
        if (jobs.size() > MOST_JOBS) {
            jobs.clear();
        }
    }
}
