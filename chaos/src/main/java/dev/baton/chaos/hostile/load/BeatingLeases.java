package dev.baton.chaos.hostile.load;

import java.io.IOException;
import java.time.Duration;

/// Leases that one client holds and keeps alive by heartbeats, on threads that do nothing else.
public interface BeatingLeases extends AutoCloseable {
    /// How often each lease beats: five times within a TTL of 20 s.
    Duration INTERVAL = Duration.ofSeconds(4);

    /// How many of its leases are still held.
    int held();

    /// Stops beating and completes all jobs with success. A job whose Complete is not accepted counts as a lost lease.
    void complete() throws IOException, InterruptedException;

    @Override
    void close();
}
