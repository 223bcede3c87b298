package dev.baton.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A directory on a real disk for everything that a benchmark writes, gone when closed unless it is to be kept.
record Workplace(Path directory, boolean keep) implements AutoCloseable {
    /// Unlike `/tmp` it is on a disk nearly everywhere.
    private static final Path ON_DISK = Path.of("/var/tmp");

    static Workplace make(boolean keep) throws IOException {
        Path parent =
                Files.isWritable(ON_DISK) ? ON_DISK : Path.of(System.getProperty("java.io.tmpdir"));
        return new Workplace(Files.createTempDirectory(parent, "baton-bench"), keep);
    }

    /// Whether what is written here is only in memory, where to sync costs nothing.
    static boolean isInMemory(Path directory) throws IOException {
        String type = Files.getFileStore(directory).type();
        return type.equals("tmpfs") || type.equals("ramfs");
    }

    @Override
    public void close() {
        if (keep) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException leftBehind) {
            // a temporary directory that could not be emptied does not make the figures wrong
        }
    }
}
