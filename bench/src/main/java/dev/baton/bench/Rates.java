package dev.baton.bench;

import java.util.Arrays;
import java.util.List;

/// The arithmetic of measurements.
final class Rates {
    private static final double NANOS = 1e9;

    private Rates() {}

    /// How many a second, if all were done.
    ///
    /// @param expected how many there should have been
    static double perSecond(int done, long nanos, int expected) {
        if (done != expected) {
            throw new BenchException(
                    "expected %d jobs to be finished, but %d were".formatted(expected, done));
        }
        return perSecond(done, nanos);
    }

    static double perSecond(long count, long nanos) {
        return count * NANOS / Math.max(1, nanos);
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// The value that this share of the samples does not exceed.
    static long percentile(long[] samples, double share) {
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
    }
}
