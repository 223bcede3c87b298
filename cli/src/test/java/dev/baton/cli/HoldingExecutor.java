package dev.baton.cli;

import dev.baton.executor.Executor;
import dev.baton.executor.RawJson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// An executor that holds its calls until a file is there, and then returns their arguments. In a process of its own.
final class HoldingExecutor {
    /// The variable that names the file.
    static final String FREE = "FREE";

    private static final int MOST_IN_FLIGHT = 2_000;

    private HoldingExecutor() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                HoldingExecutor.class.getName());
    }

    public static void main(String[] unused) {
        var free = new CountDownLatch(1);
        Path file = Path.of(System.getenv(FREE));
        Thread.ofPlatform().daemon().name("wait").start(() -> awaitFile(file, free));
        System.exit(
                Executor.builder()
                        .mostInFlight(MOST_IN_FLIGHT)
                        .handler(
                                "hold",
                                (args, _) -> {
                                    free.await();
                                    return new RawJson(args.json(0));
                                })
                        .run());
    }

    private static void awaitFile(Path file, CountDownLatch found) {
        Path directory = file.toAbsolutePath().getParent();
        try (var changes = directory.getFileSystem().newWatchService()) {
            directory.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
            while (!Files.exists(file)) {
                changes.take().reset();
            }
            found.countDown();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
