package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.protocol.LeaseId;

import java.time.Duration;
import java.time.Instant;

/// A lease that was just granted, with all that its runner has to know. The only time that the secret is at hand.
public record Grant(
        JobId job,
        RunId run,
        LeaseId leaseId,
        int attempt,
        int epoch,
        Duration maxRuntime,
        Instant created,
        String spec) {}
