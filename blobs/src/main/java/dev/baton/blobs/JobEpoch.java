package dev.baton.blobs;

/// Whose bytes they are: one lease of one job. What a lost attempt left stays its own, and is never mixed with the
/// bytes of the next.
public record JobEpoch(long job, int epoch) {
    public JobEpoch {
        if (job < 1 || epoch < 1) {
            throw new IllegalArgumentException(
                    "expected a job and an epoch of at least 1, got job %d epoch %d"
                            .formatted(job, epoch));
        }
    }
}
