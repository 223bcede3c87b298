package dev.baton.sandbox;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What an earlier sandbox of the same directory left behind: processes, if also its guardian is dead, and files.
final class Leftovers {
    private static final Logger log = LoggerFactory.getLogger(Leftovers.class);

    /// How often we look for processes of an earlier instance, and how long we wait each time.
    private static final int KILL_ROUNDS = 1000;

    private static final int KILL_ROUND_MILLIS = 5;

    private Leftovers() {}

    /// Clears what the instance left that used this directory, which has its name.
    static void clear(Path instance) {
        killAll(instance.getFileName().toString());
        delete(instance);
    }

    /// Removes a directory and what is in it.
    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // An earlier guardian may be doing the same; what cannot be removed now is tried again
            // at the next start.
            log.warn("directory could not be removed path={}", directory, e);
        }
    }

    private static void killAll(String instance) {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            List<ProcessEntry> found =
                    ProcessTable.read().all().stream()
                            .filter(process -> !process.isZombie())
                            .filter(
                                    process ->
                                            ProcessTable.markerOf(process.pid())
                                                    .filter(marker -> marker.isOf(instance))
                                                    .isPresent())
                            .toList();
            if (found.isEmpty()) {
                return;
            }
            log.warn(
                    "killed what an earlier sandbox left instance={} processes={}",
                    instance,
                    found.size());
            found.forEach(process -> Kernel.signal(process.pid(), Signal.STOP));
            found.forEach(process -> Kernel.signal(process.pid(), Signal.KILL));
            Kernel.poll(KILL_ROUND_MILLIS);
        }
    }
}
