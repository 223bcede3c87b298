package dev.baton.core;

/// The number of a job, unique in a store. Written `job_123`.
public record JobId(long value) implements Comparable<JobId> {
    private static final String PREFIX = "job_";

    public JobId {
        Numbered.requirePositive(PREFIX, value);
    }

    /// Reads `job_123`, or the bare number that people type.
    public static JobId parse(String text) {
        return new JobId(Numbered.parse(PREFIX, text));
    }

    @Override
    public int compareTo(JobId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return PREFIX + value;
    }
}
