package dev.baton.core;

import java.time.Instant;

/// A lease that is over, kept so that a late message learns how it ended.
public record PastLease(
        int epoch, LeaseDigest digest, LeaseHolder holder, LeaseEnd end, Instant at) {

    boolean isNamedBy(LeaseRef ref, LeaseHolder by) {
        return epoch == ref.epoch() && digest.equals(ref.digest()) && holder.equals(by);
    }

    /// Whether the same runner let its job down the same way: fell silent, or gave it back.
    boolean isLike(PastLease other) {
        return holder.runner().equals(other.holder.runner())
                && (end == other.end || (fellSilent() && other.fellSilent()));
    }

    private boolean fellSilent() {
        return end == LeaseEnd.EXPIRED || end == LeaseEnd.REVOKED;
    }
}
