package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.protocol.LeaseId;

import java.time.Duration;
import java.time.Instant;

/// A lease that was just granted, with all that its runner has to know. The only time that the secret is at hand.
///
/// @param ttl how long it lasts: less than others if it is acknowledged and the time limit of its job is near
/// @param acknowledged whether it was acknowledged in the same transaction
public record Grant(
        JobId job,
        RunId run,
        LeaseId leaseId,
        int attempt,
        int epoch,
        Duration ttl,
        Duration maxRuntime,
        Instant created,
        String spec,
        boolean acknowledged) {}
