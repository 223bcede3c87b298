package dev.baton.runner.journal;

import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.RunnerMessage.ForLease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The directory of one lease: `log`, and `last.json`, the message with which the lease ends if this process dies now. At first
/// that gives the job back; when the work is over it is the result.
public final class LeaseEntry {
    private static final String LAST = "last.json";

    private final Path directory;

    LeaseEntry(Path directory) {
        this.directory = directory;
    }

    public String name() {
        return directory.getFileName().toString();
    }

    public Path log() {
        return directory.resolve("log");
    }

    /// A directory for what is on its way.
    public Path scratch() {
        return directory;
    }

    /// From now on this is what is left to say. Either the old message or the new one is there, whatever happens.
    public void write(ForLease last) throws IOException {
        Path next = directory.resolve(LAST + ".new");
        Files.write(next, MessageCodec.RUNNER.write(last));
        Files.move(
                next,
                directory.resolve(LAST),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /// What is left to say, or nothing if that cannot be read any more.
    public Optional<ForLease> last() {
        try {
            return MessageCodec.RUNNER.read(Files.readAllBytes(directory.resolve(LAST)))
                            instanceof ForLease message
                    ? Optional.of(message)
                    : Optional.empty();
        } catch (IOException | ProtocolException _) {
            return Optional.empty();
        }
    }

    /// Everything was said.
    public void delete() {
        Directories.delete(directory);
    }
}
