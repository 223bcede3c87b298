package dev.baton.core;

import java.time.Instant;

/// A lease that is over, kept so that a late message learns how it ended.
public record PastLease(
        int epoch, LeaseDigest digest, LeaseHolder holder, LeaseEnd end, Instant at) {

    boolean isNamedBy(LeaseRef ref, LeaseHolder by) {
        return epoch == ref.epoch() && digest.equals(ref.digest()) && holder.equals(by);
    }
}
