package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// What a lane remembers of the jobs that are being worked on.
///
/// The fixed part never changes. The state of a job that a runner holds is remembered as this lane committed it
/// last: a message can then be decided without reading the row first, and the write says which version it was
/// decided on. If someone else has changed the row, the write finds nothing, and the transaction is run again
/// on what is read.
///
/// Not shared. Bounded in jobs and in bytes: when full it starts over. Specs are by far the largest part and are needed
/// for a grant only, so there is a smaller bound for them, and beyond it they are left out and read when they are needed.
final class KnownJobs {
    static final int MOST_JOBS = 20_000;

    private static final long MIN_BYTES = 4L << 20;
    private static final long MAX_BYTES = 64L << 20;
    private static final int HEAP_SHARE = 32;

    /// What a job takes beside its texts, about.
    private static final int JOB_BYTES = 1_000;

    private static final int TAG_BYTES = 100;

    private final Map<JobId, FixedJob> fixed = new HashMap<>();
    private final Map<JobId, JobRow> held = new HashMap<>();
    private final long maxBytes;
    private long specBytes;
    private long otherBytes;

    KnownJobs() {
        this(Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_SHARE, MIN_BYTES, MAX_BYTES));
    }

    /// @param maxBytes how many bytes of specs are remembered, and as many of everything else
    KnownJobs(long maxBytes) {
        this.maxBytes = maxBytes;
    }

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
        boolean fits = specBytes + specBytes(job) <= maxBytes;
        replace(fits ? job : job.withoutSpec());
    }

    private void replace(FixedJob job) {
        removed(fixed.put(job.id(), job));
        specBytes += specBytes(job);
        otherBytes += otherBytes(job);
    }

    private void removed(@Nullable FixedJob job) {
        if (job != null) {
            specBytes -= specBytes(job);
            otherBytes -= otherBytes(job);
        }
    }

    private static long specBytes(FixedJob job) {
        var spec = job.spec();
        return spec == null ? 0 : spec.length();
    }

    private static long otherBytes(FixedJob job) {
        int tags = job.plan().requirement().tags().size();
        return JOB_BYTES + job.name().length() + (long) TAG_BYTES * tags;
    }

    /// How many bytes are remembered, about.
    long bytes() {
        return specBytes + otherBytes;
    }

    /// The state that a held job had when this lane last committed it, if it did.
    @Nullable JobRow held(JobId id) {
        return held.get(id);
    }

    /// Remembers the state of a job that was granted. It was told its spec with that.
    void putHeld(JobRow row) {
        held.put(row.id(), row);
        var job = fixed.get(row.id());
        if (job != null && job.spec() != null) {
            replace(job.withoutSpec());
        }
    }

    void forgetHeld(JobId id) {
        held.remove(id);
    }

    void forget(JobId id) {
        removed(fixed.remove(id));
        held.remove(id);
    }

    /// Forgets every state: one of them turned out to be old.
    void forgetAllHeld() {
        held.clear();
    }

    void forgetAll() {
        fixed.clear();
        held.clear();
        specBytes = 0;
        otherBytes = 0;
    }

    /// Called between transactions, never within one.
    void trim() {
        if (fixed.size() > MOST_JOBS || otherBytes > maxBytes) {
            forgetAll();
        }
    }
}
