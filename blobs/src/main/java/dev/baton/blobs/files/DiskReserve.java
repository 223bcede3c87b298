package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A part of the disk that stays free of blobs: the database beside them goes on when they have filled the rest.
///
/// The file system is asked once a second, and before anything is refused; what is written in between is counted.
final class DiskReserve {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long GIB = 1L << 30;
    private static final long MAX_RESERVE = 10 * GIB;

    private final FileStore disk;
    private final long reserve;
    private boolean asked;
    private long askedAt;
    private long room;

    /// @param reserve in bytes; less than 0 for one that fits the size of the disk
    DiskReserve(Path directory, long reserve) throws IOException {
        disk = Files.getFileStore(directory);
        this.reserve = reserve < 0 ? fitting(disk.getTotalSpace()) : reserve;
    }

    /// A twentieth of the disk, at least 1 GiB and at most 10, but never more than a tenth of a small one.
    static long fitting(long total) {
        return Math.min(Math.clamp(total / 20, GIB, MAX_RESERVE), total / 10);
    }

    long reserve() {
        return reserve;
    }

    /// Lets so many bytes be written.
    ///
    /// @throws BlobException with code NO_SPACE if less than the reserve would be free then
    synchronized void take(long bytes) {
        if (reserve == 0) {
            return;
        }
        if (room() < bytes && ask() < bytes) {
            throw new BlobException(
                    Code.NO_SPACE,
                    "less than %d bytes would be free on the disk of the blobs".formatted(reserve));
        }
        room -= bytes;
    }

    synchronized boolean isUsedUp() {
        return reserve > 0 && room() <= 0;
    }

    private long room() {
        long now = System.nanoTime();
        return !asked || now - askedAt > INTERVAL_NANOS ? ask() : room;
    }

    private long ask() {
        try {
            room = disk.getUsableSpace() - reserve;
        } catch (IOException e) {
            throw Failure.of("ask how much of the disk is free", e);
        }
        asked = true;
        askedAt = System.nanoTime();
        return room;
    }
}
