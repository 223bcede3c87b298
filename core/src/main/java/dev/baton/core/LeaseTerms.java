package dev.baton.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The times that bound a lease, the same for every job of an orchestrator.
///
/// @param ttl how long a lease lives without a heartbeat
/// @param heartbeatInterval how often the runner is asked to beat
/// @param ackTimeout how long a lease waits for its AckLease
/// @param cancelDeadline how long a runner has to stop canceled work
/// @param runtimeGrace how long after its time limit a job may still report
public record LeaseTerms(
        Duration ttl,
        Duration heartbeatInterval,
        Duration ackTimeout,
        Duration cancelDeadline,
        Duration runtimeGrace) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(24);

    public static final LeaseTerms DEFAULTS =
            new LeaseTerms(
                    Duration.ofSeconds(120),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(60));

    public LeaseTerms {
        var errors = errors(ttl, heartbeatInterval, ackTimeout, cancelDeadline, runtimeGrace);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", errors));
        }
    }

    /// Everything that is wrong with these times together, in the words of the settings.
    public static List<String> errors(
            Duration ttl,
            Duration heartbeatInterval,
            Duration ackTimeout,
            Duration cancelDeadline,
            Duration runtimeGrace) {
        var errors = new ArrayList<String>();
        bounded(errors, "lease.ttl", ttl);
        bounded(errors, "lease.heartbeat_interval", heartbeatInterval);
        bounded(errors, "lease.ack_timeout", ackTimeout);
        bounded(errors, "lease.cancel_deadline", cancelDeadline);
        bounded(errors, "lease.runtime_grace", runtimeGrace);
        if (heartbeatInterval.compareTo(ttl.dividedBy(2)) > 0) {
            errors.add(
                    "lease.heartbeat_interval: expected at most half of lease.ttl (%s), so that one beat may be lost, got %s"
                            .formatted(ttl, heartbeatInterval));
        }
        if (ackTimeout.compareTo(ttl) > 0) {
            errors.add(
                    "lease.ack_timeout: expected at most lease.ttl (%s), got %s"
                            .formatted(ttl, ackTimeout));
        }
        return errors;
    }

    private static void bounded(List<String> errors, String name, Duration value) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
            errors.add(
                    "%s: expected more than zero and at most %s, got %s"
                            .formatted(name, LONGEST, value));
        }
    }
}
