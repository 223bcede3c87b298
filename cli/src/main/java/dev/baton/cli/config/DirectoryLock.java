package dev.baton.cli.config;

import dev.baton.store.PrivateFiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Keeps a second process out of a directory, and tells it about the first. The lock ends with its process, however
/// that ends.
public final class DirectoryLock implements AutoCloseable {
    private static final int MOST_NOTE_BYTES = 4 << 10;

    private final FileChannel file;

    private DirectoryLock(FileChannel file) {
        this.file = file;
    }

    /// Takes the lock.
    ///
    /// @param file in the directory; it is made if it is missing, and never removed
    /// @return nothing if another process has it
    public static Optional<DirectoryLock> take(Path file) throws IOException {
        PrivateFiles.createDirectory(file.toAbsolutePath().resolveSibling(""));
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new DirectoryLock(channel));
            }
        } catch (OverlappingFileLockException _) {
            // this process has it already
        }
        channel.close();
        return Optional.empty();
    }

    /// Leaves word for whoever comes while we are here.
    public void note(String text) throws IOException {
        file.truncate(0);
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    /// What the one who has the lock left word of.
    public static String noteIn(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_NOTE_BYTES), StandardCharsets.UTF_8).strip();
        }
    }

    @Override
    public void close() throws IOException {
        file.truncate(0);
        file.close();
    }
}
