package dev.baton.runner;

import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/// A test with an orchestrator of its own.
abstract class SceneTest {
    private static final Duration LONGEST = Duration.ofSeconds(40);

    @TempDir Path directory;
    Scene scene;

    @BeforeEach
    void start() {
        scene = new Scene(directory);
    }

    @AfterEach
    void end() {
        scene.close();
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(LONGEST).pollInterval(Duration.ofMillis(10)).until(condition);
    }

    void awaitStatus(String job, String status) {
        until(() -> scene.status(job).equals(status));
    }

    void awaitPrinted(String job, String text) {
        until(() -> scene.printed(job).contains(text));
    }

    /// Whether a process can still do anything: one that is dead but not buried cannot.
    static boolean isAlive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException _) {
            return false;
        }
    }
}
