package dev.baton.core;

import java.time.Instant;

/// The exclusive right to execute a job until [#expiresAt].
///
/// @param epoch grows with every lease of the job: the fencing token that others can compare
/// @param expiresAt when the right ends unless a heartbeat renews it, by the store's clock
public record Lease(
        int epoch, LeaseDigest digest, LeaseHolder holder, Instant grantedAt, Instant expiresAt) {

    boolean isNamedBy(LeaseRef ref, LeaseHolder by) {
        return epoch == ref.epoch() && digest.equals(ref.digest()) && holder.equals(by);
    }

    Lease renewed(Instant until) {
        return new Lease(epoch, digest, holder, grantedAt, until);
    }

    PastLease ended(LeaseEnd end, Instant at) {
        return new PastLease(epoch, digest, holder, end, at);
    }
}
