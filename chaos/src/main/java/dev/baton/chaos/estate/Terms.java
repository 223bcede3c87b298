package dev.baton.chaos.estate;

import java.time.Duration;
import java.util.List;

/// The settings under which chaos is made: everything is short, so that much can happen.
public final class Terms {
    /// A lease lives this long without a heartbeat.
    public static final Duration TTL = Duration.ofSeconds(8);

    static final int RUNNERS = 4;
    static final int CAPACITY = 4;
    static final int ORCHESTRATORS_ON_POSTGRES = 3;

    static final List<String> OF_ORCHESTRATORS =
            List.of(
                    "--port=0",
                    "--set=lease.ttl=%ds".formatted(TTL.toSeconds()),
                    "--set=lease.heartbeat_interval=2s",
                    "--set=lease.ack_timeout=4s",
                    "--set=lease.cancel_deadline=5s",
                    "--set=limits.requests_per_second=100000",
                    "--set=limits.request_burst=100000");

    static final List<String> OF_RUNNERS =
            List.of(
                    "--capacity=" + CAPACITY,
                    "--set=runner.kill_grace=1s",
                    "--set=runner.stop_grace=5s");

    /// They do not live long enough for the best compiler, and share a machine with all the others.
    static final String JVM_OF_ORCHESTRATORS = "-Xmx256m -XX:TieredStopAtLevel=1";

    /// The same, and what a runner without executors would have.
    static final String JVM_OF_RUNNERS =
            "-XX:-UseParallelGC -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx96m";

    private Terms() {}
}
