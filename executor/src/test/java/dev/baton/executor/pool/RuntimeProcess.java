package dev.baton.executor.pool;

import dev.baton.executor.Executor;
import dev.baton.executor.FatalException;
import dev.baton.executor.RawJson;
import dev.baton.executor.RetryException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// An executor that is written with our own runtime, in a process of its own.
final class RuntimeProcess {
    private RuntimeProcess() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                RuntimeProcess.class.getName());
    }

    public static void main(String[] unused) {
        System.exit(
                Executor.builder()
                        .handler("echo", (args, _) -> new RawJson(args.positionalJson()))
                        .handler(
                                "wait",
                                (_, _) -> {
                                    new CountDownLatch(1).await();
                                    return "nobody ever counts down";
                                })
                        .handler(
                                "stubborn",
                                (_, _) -> {
                                    while (true) {
                                        Thread.onSpinWait();
                                    }
                                })
                        .handler(
                                "retry",
                                (_, _) -> {
                                    throw new RetryException(Duration.ofSeconds(7), "not now");
                                })
                        .handler(
                                "fatal",
                                (_, _) -> {
                                    throw new FatalException("never");
                                })
                        .handler("large", (_, _) -> "x".repeat(17 << 20))
                        .run());
    }
}
