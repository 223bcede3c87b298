package dev.baton.sandbox;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A process outside of this one that kills what is in our boxes when we cannot: see `guardian.sh`.
///
/// It is in a session of its own and holds nothing of ours, so that what ends or stops us does not reach it.
final class Guardian implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Guardian.class);

    private static final String SCRIPT = "guardian.sh";

    /// How often its group is looked at until all in it are gone, and how long each look takes.
    private static final int REAP_ROUNDS = 50;

    private static final int REAP_ROUND_MILLIS = 2;

    private final Path directory;
    private final Path script;
    private final Census census;
    private ProcessEntry.@Nullable Id process;
    private boolean isClosed;

    /// Writes the script; it is not started yet.
    ///
    /// @param directory where the files of the boxes are
    Guardian(Path directory, Census census) {
        this.directory = directory;
        this.script = directory.resolve(SCRIPT);
        this.census = census;
        try (InputStream in =
                Objects.requireNonNull(Guardian.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            Files.copy(in, script);
        } catch (IOException e) {
            throw new SandboxException("cannot write " + script, e);
        }
    }

    /// Starts it, unless it is alive.
    synchronized void keepAlive() {
        if (isClosed) {
            return;
        }
        ProcessEntry.Id before = process;
        if (before != null) {
            if (isAlive(before)) {
                return;
            }
            log.warn("guardian was gone, starts again pid={}", before.pid());
            bury(before);
        }
        process = start();
    }

    /// Ends it. Who closes it has closed all boxes.
    @Override
    public synchronized void close() {
        isClosed = true;
        if (process != null) {
            // Also the `sleep` that it is waiting for.
            Kernel.signal(-process.pid(), Signal.KILL);
            bury(process);
            process = null;
        }
    }

    private ProcessEntry.Id start() {
        ProcessEntry self = census.self();
        int pid =
                new Spawn(
                                Spawn.SHELL,
                                List.of(
                                        "sh",
                                        script.toString(),
                                        directory.toString(),
                                        Integer.toString(self.pid()),
                                        Long.toString(self.start())),
                                Map.of("PATH", Program.DEFAULT_PATH),
                                Path.of("/"),
                                Descriptors.NONE)
                        .start();
        if (pid < 0) {
            throw new SandboxException("cannot start the guardian: error %d".formatted(-pid));
        }
        ProcessEntry.Id id = ProcessEntry.ofChild(pid).id();
        census.spare(id);
        return id;
    }

    private static boolean isAlive(ProcessEntry.Id id) {
        return ProcessEntry.read(id.pid())
                .filter(now -> now.id().equals(id) && !now.isZombie())
                .isPresent();
    }

    private void bury(ProcessEntry.Id id) {
        for (int round = 0; round < REAP_ROUNDS; round++) {
            if (!Kernel.reapGroup(id.pid())) {
                break;
            }
            Kernel.poll(REAP_ROUND_MILLIS);
        }
        census.spareNoLonger(id);
    }
}
