package dev.baton.blobs.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.blobs.JobEpoch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/// A log that is kept open for the next append, and the right to change it: exclusive among the threads of this
/// process by a lock in memory, and among processes by a lock on a file beside the log.
///
/// Not on the log itself: readers open and close that, and POSIX would drop the lock with the first reader that left.
final class OpenLog {
    /// What is done while nobody else can write.
    interface Work<T> {
        T on(LogFile log) throws IOException;
    }

    /// The handles. An interrupt closes the one in use; then both are opened again for the next caller.
    private record Handles(FileChannel lock, FileChannel bytes, LogFile log) {
        boolean areOpen() {
            return lock.isOpen() && bytes.isOpen();
        }

        void close() throws IOException {
            try (lock) {
                bytes.close();
            }
        }
    }

    private final JobEpoch key;
    private final Layout layout;
    private final Path lockFile;
    private final ReentrantLock inProcess;
    private final ReentrantLock syncing = new ReentrantLock();

    /// How much of the log is on disk, as far as this object has seen to it.
    private long synced;

    /// Whether a sync failed, after which nobody knows what is on disk of that which can be read.
    private volatile boolean suspect;

    private @Nullable Handles handles;

    OpenLog(JobEpoch key, Layout layout) {
        this.key = key;
        this.layout = layout;
        lockFile = layout.logLock(key);
        inProcess = ProcessLocks.use(lockFile);
    }

    JobEpoch key() {
        return key;
    }

    <T> T exclusively(Work<T> work) throws IOException {
        inProcess.lock();
        try {
            Handles open = open();
            try (FileLock _ = open.lock().lock()) {
                return work.on(open.log());
            }
        } finally {
            inProcess.unlock();
        }
    }

    private Handles open() throws IOException {
        if (handles != null && handles.areOpen()) {
            return handles;
        }
        if (handles != null) {
            handles.close();
        }
        Files.createDirectories(layout.epoch(key));
        FileChannel lock = FileChannel.open(lockFile, CREATE, WRITE);
        try {
            FileChannel bytes = FileChannel.open(layout.log(key), CREATE, READ, WRITE);
            handles = new Handles(lock, bytes, new LogFile(bytes, layout.logSeal(key)));
            return handles;
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /// Whether bytes that are there have to be written once more before they can be synced.
    boolean isSuspect() {
        return suspect;
    }

    /// Returns when the first `size` bytes are on disk. Those who wait at the same time share a sync.
    void sync(Disk disk, long size) throws IOException {
        syncing.lock();
        try {
            if (synced >= size && !suspect) {
                return;
            }
            FileChannel bytes = bytes();
            long written = bytes.size();
            suspect = true;
            disk.syncBytes(bytes);
            if (synced == 0) {
                disk.syncNames(layout.epoch(key), layout.root());
            }
            synced = written;
            suspect = false;
        } finally {
            syncing.unlock();
        }
    }

    private FileChannel bytes() throws IOException {
        inProcess.lock();
        try {
            return open().bytes();
        } finally {
            inProcess.unlock();
        }
    }

    /// Closes the files. To be called once, when nobody uses it any more.
    void close() throws IOException {
        inProcess.lock();
        try {
            if (handles != null) {
                handles.close();
            }
        } finally {
            inProcess.unlock();
            ProcessLocks.letGo(lockFile);
        }
    }
}
