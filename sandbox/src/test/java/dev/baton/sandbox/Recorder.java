package dev.baton.sandbox;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Keeps what a command printed.
final class Recorder implements Output {
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    @Override
    public void printed(Source source, byte[] bytes, int length) {
        (source == Source.STDOUT ? stdout : stderr).write(bytes, 0, length);
    }

    String stdout() {
        return stdout.toString(StandardCharsets.UTF_8);
    }

    String stderr() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    /// Waits for a line that is a process id, as `echo $!` prints it.
    int awaitPid() {
        awaitLine("\\d+");
        return Integer.parseInt(
                stdout().lines().filter(line -> line.matches("\\d+")).findFirst().orElseThrow());
    }

    void awaitLine(String pattern) {
        await("a line " + pattern)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () ->
                                stdout().endsWith("\n")
                                        && stdout().lines()
                                                .anyMatch(line -> line.matches(pattern)));
    }
}
