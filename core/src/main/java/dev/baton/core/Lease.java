package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// The exclusive right to execute a job until [#expiresAt].
///
/// @param epoch grows with every lease of the job: the fencing token that others can compare
/// @param instance the process that it was granted to, if that said which one it is
/// @param expiresAt when the right ends unless a heartbeat renews it, by the store's clock
public record Lease(
        int epoch,
        LeaseDigest digest,
        LeaseHolder holder,
        @Nullable InstanceId instance,
        Instant grantedAt,
        Instant expiresAt) {

    boolean isNamedBy(LeaseRef ref, LeaseHolder by) {
        return epoch == ref.epoch() && digest.equals(ref.digest()) && holder.equals(by);
    }

    /// Whether it was granted to this very process. A process that does not say which one it is holds nothing by its name.
    boolean isHeldBy(LeaseHolder by, @Nullable InstanceId process) {
        return process != null && process.equals(instance) && holder.equals(by);
    }

    Lease renewed(Instant until) {
        return new Lease(epoch, digest, holder, instance, grantedAt, until);
    }

    PastLease ended(LeaseEnd end, Instant at) {
        return new PastLease(epoch, digest, holder, end, at);
    }
}
