package dev.baton.sandbox;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/// Tells the guardian about one box. Its form is described in `guardian.sh`.
final class BoxFile {
    /// The environment names nearly all of them: this is for the few that cleared it.
    private static final int MOST_PROCESSES = 1000;

    private static final String NONE = "-";

    private final Path file;
    private final Path draft;
    private final Path over;
    private final Duration orphanGrace;
    private @Nullable String written;

    BoxFile(Path directory, String name, Duration orphanGrace) {
        this.file = directory.resolve(name + ".box");
        this.draft = directory.resolve(name + ".draft");
        this.over = directory.resolve(name + ".over");
        this.orphanGrace = orphanGrace;
    }

    /// Says how things are now.
    ///
    /// @param deadline since the machine was started
    synchronized void write(Roll roll, Optional<Duration> deadline) {
        String text = text(roll, deadline);
        if (text.equals(written)) {
            return;
        }
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            written = text;
        } catch (IOException e) {
            throw new SandboxException("cannot write " + file, e);
        }
    }

    /// There is nothing left to guard.
    synchronized void remove() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(over);
        } catch (IOException e) {
            throw new SandboxException("cannot remove " + file, e);
        }
    }

    private String text(Roll roll, Optional<Duration> deadline) {
        Map<Integer, Long> starts = new TreeMap<>();
        roll.members().forEach(id -> starts.put(id.pid(), id.start()));
        Set<Integer> sessions = new TreeSet<>(roll.sessions());

        StringBuilder text = new StringBuilder();
        line(text, "deadline", deadline.map(Kernel::ticks).map(Object::toString).orElse(NONE));
        line(text, "orphan", Kernel.ticks(orphanGrace));
        line(text, "marker", roll.marker().value());
        for (Integer session : sessions) {
            Long start = starts.remove(session);
            line(text, "session", session, start == null ? NONE : start);
        }
        starts.entrySet().stream()
                .limit(MOST_PROCESSES)
                .forEach(process -> line(text, "process", process.getKey(), process.getValue()));
        return text.toString();
    }

    private static void line(StringBuilder text, Object... words) {
        StringJoiner line = new StringJoiner(" ", "", "\n");
        for (Object word : words) {
            line.add(word.toString());
        }
        text.append(line);
    }
}
