package dev.baton.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The directory of one chaos, gone when closed unless it is to be kept.
public final class Workplace implements AutoCloseable {
    /// Unlike `/tmp` it is on a disk nearly everywhere.
    private static final Path ON_DISK = Path.of("/var/tmp");

    private final Path directory;
    private boolean kept;

    private Workplace(Path directory, boolean kept) {
        this.directory = directory;
        this.kept = kept;
    }

    public static Workplace make(boolean kept) throws IOException {
        Path parent =
                Files.isWritable(ON_DISK) ? ON_DISK : Path.of(System.getProperty("java.io.tmpdir"));
        return new Workplace(Files.createTempDirectory(parent, "baton-chaos"), kept);
    }

    public Path directory() {
        return directory;
    }

    public void keep() {
        kept = true;
    }

    @Override
    public void close() {
        if (kept) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException leftBehind) {
            // a temporary directory that could not be emptied changes nothing of what was seen
        }
    }
}
