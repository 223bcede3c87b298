import dev.baton.executor.Executor;
import dev.baton.executor.RawJson;
import dev.baton.executor.RetryException;
import dev.baton.telemetry.Tracing;

import java.time.Duration;

/// An executor with the library of Baton.
public class Main {
    /// What `greet` is called with, by name.
    record Greeting(String name, int times) {}

    public static void main(String[] unused) {
        // Spans go where OTEL_EXPORTER_OTLP_ENDPOINT says, and a runner that traces says so. Nothing is sent without it.
        var tracing = Tracing.ofEnvironment(System.getenv(), "java-executor");
        int exitStatus =
                Executor.builder()
                        .telemetry(tracing.telemetry())
                        .afterwards(tracing::close)
                        .handler("echo", (args, context) -> new RawJson(args.json(0)))
                        .handler("add", (args, context) -> args.get(0, long.class) + args.get(1, long.class))
                        .handler(
                                "greet",
                                Greeting.class,
                                (greeting, context) -> "hello %s ".formatted(greeting.name()).repeat(greeting.times()))
                        .handler(
                                "sleep",
                                (args, context) -> {
                                    // Obeys interrupts: that is how a call is cancelled.
                                    Thread.sleep(Duration.ofMillis((long) (args.get(0, double.class) * 1_000)));
                                    return args.get(0, double.class);
                                })
                        .handler(
                                "fail",
                                (args, context) -> {
                                    throw new IllegalStateException(args.find(0, String.class).orElse("failed on purpose"));
                                })
                        .handler(
                                "retry",
                                (args, context) -> {
                                    throw new RetryException(
                                            Duration.ofMillis((long) (args.find(0, Double.class).orElse(1.0) * 1_000)), "not yet");
                                })
                        .handler(
                                "say",
                                (args, context) -> {
                                    System.out.println(args.get(0, String.class));
                                    System.err.println(args.get(0, String.class));
                                    return null;
                                })
                        .handler(
                                "crash",
                                (args, context) -> {
                                    Runtime.getRuntime().halt(1);
                                    return null;
                                })
                        .run();
        System.exit(exitStatus);
    }
}
