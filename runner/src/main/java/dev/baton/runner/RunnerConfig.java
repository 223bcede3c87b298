package dev.baton.runner;

import dev.baton.core.Capabilities;
import dev.baton.core.RunnerId;
import dev.baton.runner.link.Orchestrators;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a runner has to know before it starts.
///
/// @param orchestrators which it works for
/// @param token the secret that it shows there
/// @param runnerId its name; the same after a restart, or what it left unsent cannot be delivered
/// @param data its own directory, created when missing
/// @param capacity how many jobs it runs at once
/// @param tags capabilities beside those that are found out
/// @param stopGrace how long jobs may go on when the runner is stopped, before they are given back
/// @param killGrace how long a step has between the request to end and its end by force
/// @param logBytes how much of a job's output is kept
public record RunnerConfig(
        Orchestrators orchestrators,
        String token,
        String runnerId,
        Path data,
        int capacity,
        List<String> tags,
        Duration stopGrace,
        Duration killGrace,
        long logBytes) {
    public static final int DEFAULT_CAPACITY = 1;
    public static final Duration DEFAULT_STOP_GRACE = Duration.ofMinutes(5);
    public static final Duration DEFAULT_KILL_GRACE = Duration.ofSeconds(10);
    public static final long DEFAULT_LOG_BYTES = 64L << 20;

    public static final int MOST_CAPACITY = 1_000;
    public static final Duration LONGEST_GRACE = Duration.ofHours(24);
    public static final long LEAST_LOG_BYTES = 1L << 10;
    public static final long MOST_LOG_BYTES = 1L << 30;

    public RunnerConfig {
        tags = List.copyOf(tags);
        var errors = new ArrayList<String>();
        errors.addAll(orchestrators.errors());
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            errors.add("token: expected visible ASCII characters, got something else");
        }
        check(errors, () -> new RunnerId(runnerId));
        List<String> allTags = tags;
        check(errors, () -> Capabilities.of(allTags));
        within(errors, "capacity", capacity, 1, MOST_CAPACITY);
        within(errors, "stop grace", stopGrace.toMillis(), 0, LONGEST_GRACE.toMillis());
        within(errors, "kill grace", killGrace.toMillis(), 0, LONGEST_GRACE.toMillis());
        within(errors, "log bytes", logBytes, LEAST_LOG_BYTES, MOST_LOG_BYTES);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", errors));
        }
    }

    /// A runner with the defaults.
    public static RunnerConfig of(URI server, String token, String runnerId, Path data) {
        return new RunnerConfig(
                Orchestrators.of(server),
                token,
                runnerId,
                data,
                DEFAULT_CAPACITY,
                List.of(),
                DEFAULT_STOP_GRACE,
                DEFAULT_KILL_GRACE,
                DEFAULT_LOG_BYTES);
    }

    @Override
    public String toString() {
        return "RunnerConfig[orchestrators=%s, token=***, runnerId=%s, data=%s, capacity=%d, tags=%s, stopGrace=%s, killGrace=%s, logBytes=%d]"
                .formatted(
                        orchestrators,
                        runnerId,
                        data,
                        capacity,
                        tags,
                        stopGrace,
                        killGrace,
                        logBytes);
    }

    private static void check(List<String> errors, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            errors.add(String.valueOf(e.getMessage()));
        }
    }

    private static void within(
            List<String> errors, String what, long value, long least, long most) {
        if (value < least || value > most) {
            errors.add("%s: expected %d to %d, got %d".formatted(what, least, most, value));
        }
    }
}
