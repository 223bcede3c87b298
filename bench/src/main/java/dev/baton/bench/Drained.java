package dev.baton.bench;

import java.util.Arrays;
import java.util.Locale;

/// How a queue was drained.
///
/// @param jobs the jobs that were finished, in ascending order
/// @param clientCores how much of the processors the load generator took, in cores; and so on
@SuppressWarnings("ArrayRecordComponent") // never compared
record Drained(
        long[] jobs,
        long nanos,
        long commits,
        double clientCores,
        double orchestratorCores,
        double databaseCores) {

    double jobsPerSecond() {
        return Rates.perSecond(jobs.length, nanos);
    }

    double commitsPerSecond() {
        return Rates.perSecond(commits, nanos);
    }

    /// Checks that exactly these jobs were finished, which are in ascending order.
    Drained verify(long[] expected) {
        int difference = Arrays.mismatch(expected, jobs);
        if (difference >= 0) {
            throw new BenchException(
                    "expected %d jobs to be finished, but %d were; the first difference is at %d"
                            .formatted(expected.length, jobs.length, difference));
        }
        return this;
    }

    /// Who used the processors.
    String cores() {
        return String.format(
                Locale.ROOT,
                "cores: orchestrator %.2f, database %.2f, client %.2f of %d",
                orchestratorCores,
                databaseCores,
                clientCores,
                Runtime.getRuntime().availableProcessors());
    }
}
