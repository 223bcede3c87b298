package dev.baton.bench.calls;

import dev.baton.executor.Executor;
import dev.baton.executor.RawJson;

import java.time.Duration;

/// An executor that does next to nothing, in a process of its own: what is left is the cost of calling it.
public final class EchoExecutor {
    private static final int MILLIS = 1_000;
    private static final int MOST_IN_FLIGHT = 2_000;

    private EchoExecutor() {}

    public static void main(String[] unused) {
        System.exit(
                Executor.builder()
                        .mostInFlight(MOST_IN_FLIGHT)
                        .handler("echo", (args, _) -> new RawJson(args.json(0)))
                        .handler(
                                "add",
                                (args, _) -> args.get(0, long.class) + args.get(1, long.class))
                        .handler(
                                "sleep",
                                (args, _) -> {
                                    double seconds = args.get(0, double.class);
                                    Thread.sleep(Duration.ofMillis((long) (seconds * MILLIS)));
                                    return seconds;
                                })
                        .run());
    }
}
