package dev.baton.executor.pool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// One executor: how its processes are started, how many there are, and how long they may take.
///
/// @param cmd the program and its arguments
/// @param cwd where it works
/// @param env what is added to the environment that it gets anyway
/// @param poolSize how many processes
/// @param maxInFlight how many calls each of them has at a time. With one, each call has a connection of its own
public record ExecutorConfig(
        List<String> cmd,
        Path cwd,
        Map<String, String> env,
        int poolSize,
        int maxInFlight,
        Transport transport,
        Times times,
        Restarts restarts) {
    public static final int MOST_PROCESSES = 256;
    public static final int MOST_IN_FLIGHT = 10_000;

    public ExecutorConfig {
        cmd = List.copyOf(cmd);
        env = Map.copyOf(env);
    }

    /// With everything that need not be said.
    public static ExecutorConfig of(List<String> cmd, Path cwd) {
        return new ExecutorConfig(
                cmd, cwd, Map.of(), 1, 1, Transport.UNIX, Times.DEFAULTS, Restarts.DEFAULTS);
    }

    /// How many calls it has at a time when all of its processes are well.
    public int slots() {
        return poolSize * maxInFlight;
    }

    /// The environment may hold secrets, and is not printed.
    @Override
    public String toString() {
        return "ExecutorConfig[cmd=%s, cwd=%s, poolSize=%d, maxInFlight=%d, transport=%s, times=%s, restarts=%s]"
                .formatted(cmd, cwd, poolSize, maxInFlight, transport, times, restarts);
    }

    /// How long an executor may take.
    ///
    /// @param start until it can be connected to
    /// @param stopGrace from TERM to KILL
    /// @param cancelGrace from a cancel to its repetition as `hard_kill`, and from that to the end of the process
    public record Times(Duration start, Duration stopGrace, Duration cancelGrace) {
        public static final Times DEFAULTS =
                new Times(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /// When a process that has ended is started again. A life in which at least one call was answered does not count as a crash.
    ///
    /// @param backoff before the first restart; it doubles with each crash
    /// @param mostBackoff how long it can become
    /// @param most so many crashes within the window open the breaker
    /// @param pause how long the executor then rests before it is tried again
    public record Restarts(
            Duration backoff, Duration mostBackoff, int most, Duration window, Duration pause) {
        public static final Restarts DEFAULTS =
                new Restarts(
                        Duration.ofMillis(200),
                        Duration.ofSeconds(30),
                        5,
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1));
    }
}
