package dev.baton.blobs.files;

import dev.baton.blobs.AppendResult;
import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.AppendResult.Conflict;
import dev.baton.blobs.AppendResult.LogFull;
import dev.baton.blobs.AppendResult.LogSealed;
import dev.baton.blobs.AppendResult.WrongOffset;
import dev.baton.blobs.SealResult;
import dev.baton.blobs.SealResult.DigestMismatch;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.blobs.SealResult.WrongSize;
import dev.baton.core.Sha256;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file of one log, open for writing. Only whoever holds the log's lock calls it.
///
/// It believes the file and nothing else: another process may have appended since the last call.
final class LogFile {
    /// Java copies a buffer outside the heap to write it, and keeps the copy: so not a whole request at once.
    private static final int WRITE_BYTES = 256 * 1024;

    private final FileChannel file;
    private final Path seal;
    private final RunningDigest digest = new RunningDigest();

    LogFile(FileChannel file, Path seal) {
        this.file = file;
        this.seal = seal;
    }

    /// @param again writes also what is there already: it may not be on disk, and be taken for it
    AppendResult append(long offset, ByteBuffer bytes, long maxBytes, boolean again)
            throws IOException {
        long size = file.size();
        if (offset > size) {
            return new WrongOffset(size);
        }
        int repeated = (int) Math.min(bytes.remaining(), size - offset);
        int same = sameAsStored(offset, bytes.slice(bytes.position(), repeated));
        if (same < repeated) {
            return new Conflict(offset + same);
        }
        if (again) {
            write(bytes.slice(bytes.position(), repeated), offset);
        }
        int added = bytes.remaining() - repeated;
        if (added == 0) {
            return new Appended(size);
        }
        if (Files.exists(seal)) {
            return new LogSealed(size);
        }
        if (added > maxBytes - size) {
            return new LogFull(maxBytes);
        }
        write(bytes.slice(bytes.position() + repeated, added), size);
        return new Appended(size + added);
    }

    /// How many of the bytes are the ones at `offset`, up to the first that differs.
    private int sameAsStored(long offset, ByteBuffer bytes) throws IOException {
        ByteBuffer stored = ByteBuffer.allocate(Math.min(WRITE_BYTES, bytes.remaining()));
        int compared = 0;
        while (compared < bytes.remaining()) {
            stored.clear().limit(Math.min(stored.capacity(), bytes.remaining() - compared));
            if (file.read(stored, offset + compared) < 0) {
                throw new EOFException("the log shrank while it was read");
            }
            int differs = stored.flip().mismatch(bytes.slice(compared, stored.remaining()));
            if (differs >= 0) {
                return compared + differs;
            }
            compared += stored.limit();
        }
        return compared;
    }

    private void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            int length = Math.min(WRITE_BYTES, bytes.remaining());
            int written = file.write(bytes.slice(bytes.position(), length), at);
            digest.added(bytes.slice(bytes.position(), written), at);
            bytes.position(bytes.position() + written);
            at += written;
        }
    }

    SealResult seal(LogSeal wanted, Staging staging) throws IOException {
        long size = file.size();
        if (size != wanted.size()) {
            return new WrongSize(size);
        }
        boolean sealed = Files.exists(seal);
        Sha256 actual = sealed ? LogSeal.read(seal).sha256() : digest.of(file, size);
        if (!actual.equals(wanted.sha256())) {
            return new DigestMismatch(actual);
        }
        if (!sealed) {
            staging.disk().sync(file);
            wanted.write(seal, staging);
        }
        return new Sealed();
    }
}
