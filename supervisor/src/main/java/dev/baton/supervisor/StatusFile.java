package dev.baton.supervisor;

import dev.baton.worker.SupervisorTalk;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/// How the supervisor is, in a file that others can read. There is one as long as the supervisor lives. Any thread may call it.
final class StatusFile {
    private static final Logger log = LoggerFactory.getLogger(StatusFile.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Path file;
    private final Counts counts;
    private final InstantSource clock;
    private final Thread thread;
    private Phase phase = Phase.STARTING;
    private Instant since;
    private long pid;
    private @Nullable SupervisorTalk talk;
    private boolean failing;
    private boolean removed;

    /// Where a worker is.
    enum Phase {
        STARTING,
        RUNNING,
        ENDING,
        ENDED,
        /// Until it is started again.
        WAITING
    }

    StatusFile(Path file, Counts counts, InstantSource clock) {
        this.file = file;
        this.counts = counts;
        this.clock = clock;
        this.since = clock.instant();
        this.thread = Thread.ofPlatform().daemon().name("status").start(this::writeAgain);
    }

    synchronized void running(WorkerLife life) {
        talk = life.talk();
        phase(Phase.RUNNING, life.pid());
    }

    synchronized void phase(Phase now, long process) {
        phase = now;
        pid = process;
        since = clock.instant();
        write();
    }

    synchronized ObjectNode json() {
        var json =
                JSON.createObjectNode()
                        .put("phase", phase.name().toLowerCase(Locale.ROOT))
                        .put("since", since.toString())
                        .put("supervisor_pid", ProcessHandle.current().pid())
                        .put("worker_pid", pid);
        var capabilities = json.putArray("capabilities");
        if (talk != null && talk.standing() instanceof SupervisorTalk.Standing.Agreed agreed) {
            agreed.capabilities().stream()
                    .sorted()
                    .forEach(known -> capabilities.add(known.word()));
        }
        var all = json.putObject("counts");
        counts.all().forEach(all::put);
        return json;
    }

    /// There is nothing to tell any more.
    void remove() {
        thread.interrupt();
        synchronized (this) {
            removed = true;
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                log.debug("status file could not be removed", e);
            }
        }
    }

    private void writeAgain() {
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                write();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void write() {
        if (removed) {
            return;
        }
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(next, json() + "\n");
            Files.move(
                    next,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                log.warn("status could not be written file={} cause={}", file, e.toString());
            }
            failing = true;
        }
    }
}
