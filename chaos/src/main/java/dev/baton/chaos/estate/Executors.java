package dev.baton.chaos.estate;

import dev.baton.chaos.load.Traces;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// The executors of all runners: one program that does whatever a call asks for, under three names. What is asked of `good` is
/// well meant, `odd` is asked for tricks, and `single` has one call at a time, each on a connection of its own.
final class Executors {
    private static final String PROGRAM = "executor.py";

    /// The variables of which a process of an executor has one.
    private static final String ADDRESS = "RRQ_EXECUTOR_";

    private Executors() {}

    /// Puts the program and the file that names the executors into a directory.
    ///
    /// @return the file
    static Path write(Path directory, Traces traces) throws IOException {
        try (InputStream program =
                Objects.requireNonNull(Executors.class.getResourceAsStream(PROGRAM))) {
            Files.copy(program, directory.resolve(PROGRAM));
        }
        Path file = directory.resolve("executors.toml");
        return Files.writeString(file, text(python(), traces));
    }

    /// They crash all the time: they may, and rest for a moment when it is too much.
    private static String text(String python, Traces traces) {
        return """
        [executors.good]
        cmd = ['%1$s', '%2$s']
        max_in_flight = 8
        cancel_grace = "500ms"
        env = { CHAOS_EVIDENCE = '%3$s', CHAOS_MARK = '%4$s' }
        restart = { pause = "1s" }

        [executors.odd]
        cmd = ['%1$s', '%2$s']
        pool_size = 2
        max_in_flight = 4
        cancel_grace = "500ms"
        env = { CHAOS_EVIDENCE = '%3$s', CHAOS_MARK = '%4$s' }
        restart = { backoff = "50ms", most_backoff = "500ms", most = 8, window = "10s", pause = "1s" }

        [executors.single]
        cmd = ['%1$s', '%2$s']
        transport = "tcp"
        cancel_grace = "500ms"
        env = { CHAOS_EVIDENCE = '%3$s', CHAOS_MARK = '%4$s' }
        restart = { backoff = "50ms", most_backoff = "500ms", most = 8, window = "10s", pause = "1s" }
        """
                .formatted(python, PROGRAM, traces.evidence(), traces.mark());
    }

    /// The interpreter itself: where `python3` is a script that looks for it, each start would cost more than what is started.
    private static String python() throws IOException {
        try {
            var process =
                    new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
                            .redirectErrorStream(true)
                            .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("python3 does not work: " + said.strip());
            }
            return said.strip();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Those that a runner has now.
    static List<ProcessHandle> of(ProcessHandle runner) {
        return runner.descendants().filter(Executors::isOne).toList();
    }

    private static boolean isOne(ProcessHandle process) {
        Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
        try {
            return Files.readString(environment, StandardCharsets.ISO_8859_1).contains(ADDRESS);
        } catch (IOException gone) {
            return false;
        }
    }
}
