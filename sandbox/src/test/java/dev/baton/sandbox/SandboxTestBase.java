package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A sandbox for each test, and that nothing is left when it was closed.
abstract class SandboxTestBase {
    static final Duration LONG = Duration.ofSeconds(30);
    static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    @TempDir Path temporary;
    ProcessSandbox sandbox;
    private String instance;

    @BeforeEach
    void startSandbox() throws IOException {
        sandbox = ProcessSandbox.start(temporary.resolve("state"));
        try (var instances =
                Files.newDirectoryStream(temporary.resolve("state"), Files::isDirectory)) {
            instance = instances.iterator().next().getFileName().toString();
        }
    }

    @AfterEach
    void nothingIsLeft() {
        sandbox.close();
        assertThat(ProcessTable.read().all())
                .filteredOn(process -> !process.isZombie())
                .filteredOn(
                        process ->
                                ProcessTable.markerOf(process.pid())
                                        .filter(marker -> marker.isOf(instance))
                                        .isPresent())
                .as("processes of closed boxes")
                .isEmpty();
    }

    /// An orphan that names a box of an instance, as if it had been missed when that was closed.
    static int stray(String instance) throws IOException {
        var starting = new ProcessBuilder("sh", "-c", "setsid sleep 300 >/dev/null & echo $!");
        starting.environment().put(Marker.VARIABLE, instance + "-closed");
        try (var started = starting.start().inputReader(StandardCharsets.UTF_8)) {
            return Integer.parseInt(started.readLine());
        }
    }

    String instance() {
        return instance;
    }

    Box open(String name) {
        return open(name, Isolation.PROCESS);
    }

    Box open(String name, Isolation isolation) {
        try {
            Path directory = Files.createDirectories(temporary.resolve("boxes").resolve(name));
            return sandbox.open(new BoxPlan(name, directory, Map.of("PATH", PATH), isolation));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static Running shell(Box box, String script, Output output) {
        return box.start(List.of("sh", "-c", script), ".", output);
    }

    static Exit exit(Running running) throws InterruptedException {
        return running.await(LONG).orElseThrow(() -> new AssertionError("it did not end"));
    }
}
