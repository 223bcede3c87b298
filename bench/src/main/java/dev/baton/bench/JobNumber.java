package dev.baton.bench;

/// Job ids as bare numbers: a million of them are to be remembered.
final class JobNumber {
    private static final int PREFIX = "job_".length();

    private JobNumber() {}

    static long of(String jobId) {
        return Long.parseLong(jobId, PREFIX, jobId.length(), 10);
    }
}
