package dev.baton.blobs.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// A directory of one store's own for what is not complete yet, or being deleted.
///
/// Its lock file is locked for as long as the store is open, so that another process can tell what is left over from
/// what is in the making. Opening a store sweeps the leftovers of those that are gone.
final class Staging implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Staging.class);
    private static final String LOCK = ".lock";

    /// One thread of the process opens or closes at a time: the file lock only holds off other processes.
    private static final ReentrantLock GATE = new ReentrantLock();

    /// The lock files of this process. It must not probe them: closing the probe would drop the lock.
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Disk disk;
    private final DiskReserve reserve;
    private final Path directory;
    private final Path lockFile;
    private final FileChannel lock;
    private final AtomicLong files = new AtomicLong();
    private volatile boolean closed;

    private Staging(
            Disk disk, DiskReserve reserve, Path directory, Path lockFile, FileChannel lock) {
        this.disk = disk;
        this.reserve = reserve;
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    static Staging open(Layout layout, Disk disk, long reserveBytes) throws IOException {
        Files.createDirectories(layout.staging());
        GATE.lock();
        try (var gate = FileChannel.open(layout.stagingLock(), CREATE, WRITE);
                FileLock _ = gate.lock()) {
            sweep(layout.staging());
            var reserve = new DiskReserve(layout.root(), reserveBytes);
            return create(layout.staging(), disk, reserve);
        } finally {
            GATE.unlock();
        }
    }

    private static Staging create(Path parent, Disk disk, DiskReserve reserve) throws IOException {
        Path lockFile = parent.resolve(UUID.randomUUID() + LOCK);
        FileChannel lock = FileChannel.open(lockFile, CREATE, WRITE);
        try {
            if (lock.tryLock() == null) {
                throw new IOException("%s is locked by another process".formatted(lockFile));
            }
            OURS.add(lockFile);
            return new Staging(
                    disk, reserve, Files.createDirectory(directoryOf(lockFile)), lockFile, lock);
        } catch (IOException e) {
            OURS.remove(lockFile);
            lock.close();
            throw e;
        }
    }

    private static void sweep(Path parent) throws IOException {
        for (Path entry : Directories.entries(parent)) {
            if (entry.toString().endsWith(LOCK) && !OURS.contains(entry)) {
                sweepIfLeft(entry);
            }
        }
    }

    private static void sweepIfLeft(Path lockFile) throws IOException {
        try (var channel = FileChannel.open(lockFile, WRITE)) {
            if (channel.tryLock() != null) {
                Path leftover = directoryOf(lockFile);
                Directories.delete(leftover);
                Files.deleteIfExists(lockFile);
                LOG.info("leftovers deleted directory={}", leftover);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("staging closed meanwhile lock={}", lockFile);
        }
    }

    private static Path directoryOf(Path lockFile) {
        String path = lockFile.toString();
        return Path.of(path.substring(0, path.length() - LOCK.length()));
    }

    /// How safe what is put in its place has to be.
    Disk disk() {
        return disk;
    }

    /// What has to stay free of the disk.
    DiskReserve reserve() {
        return reserve;
    }

    /// A new empty file, deleted when it is closed unless it was put in its place.
    StagedFile newFile() throws IOException {
        return StagedFile.create(newPath(), disk, reserve);
    }

    /// Makes a directory disappear at once, then deletes it. A crash in between leaves a leftover for the sweep.
    void discard(Path tree) throws IOException {
        if (Files.exists(tree)) {
            Path moved = newPath();
            Files.move(tree, moved, StandardCopyOption.ATOMIC_MOVE);
            Directories.delete(moved);
        }
    }

    private Path newPath() {
        if (closed) {
            throw new BlobException(Code.CLOSED, "the blob store is closed");
        }
        return directory.resolve(Long.toString(files.incrementAndGet()));
    }

    @Override
    public void close() throws IOException {
        GATE.lock();
        try (lock) {
            if (!closed) {
                closed = true;
                Directories.delete(directory);
                Files.delete(lockFile);
            }
        } finally {
            OURS.remove(lockFile);
            GATE.unlock();
        }
    }
}
