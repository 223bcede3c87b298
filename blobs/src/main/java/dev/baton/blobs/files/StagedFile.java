package dev.baton.blobs.files;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;

/// A file in the making. Nobody sees it before it is put in its place; closing it deletes it otherwise.
final class StagedFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path path;
    private final Disk disk;
    private final DiskReserve reserve;
    private final FileChannel channel;
    private final MessageDigest digest = Sha256.newDigest();
    private long received;
    private boolean left;

    private StagedFile(Path path, Disk disk, DiskReserve reserve, FileChannel channel) {
        this.path = path;
        this.disk = disk;
        this.reserve = reserve;
        this.channel = channel;
    }

    static StagedFile create(Path path, Disk disk, DiskReserve reserve) throws IOException {
        return new StagedFile(path, disk, reserve, FileChannel.open(path, CREATE_NEW, WRITE));
    }

    /// Takes in a stream, written from `position`, and says whether all of it fits into `maxBytes`.
    boolean receive(InputStream bytes, long maxBytes, long position) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int n = read(bytes, buffer); n >= 0; n = read(bytes, buffer)) {
            if (n > maxBytes - received) {
                return false;
            }
            reserve.take(n);
            digest.update(buffer, 0, n);
            write(ByteBuffer.wrap(buffer, 0, n), position + received);
            received += n;
        }
        return true;
    }

    private static int read(InputStream bytes, byte[] buffer) {
        try {
            return bytes.read(buffer);
        } catch (IOException e) {
            throw new BlobException(Code.UPLOAD_BROKEN, "the upload broke off: " + e, e);
        }
    }

    void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// How many bytes were received.
    long received() {
        return received;
    }

    /// The digest of what was received. To be asked for once.
    Sha256 sha256() {
        return Sha256.of(digest.digest());
    }

    /// Puts the file in its place, unless there is one already: then it says no. Its bytes are durable by then; for its
    /// name the directory has to be synced.
    boolean claim(Path place) throws IOException {
        disk.sync(channel);
        Files.createDirectories(Directories.of(place));
        try {
            Files.createLink(place, path);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /// Puts the file in its place, instead of what may be there. Durable like [#claim].
    void replace(Path place) throws IOException {
        disk.sync(channel);
        Files.createDirectories(Directories.of(place));
        Files.move(path, place, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Leaves the file where it is: from now on it is the caller's to put in its place or delete.
    Path leave() {
        left = true;
        return path;
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (!left) {
                Files.deleteIfExists(path);
            }
        }
    }
}
