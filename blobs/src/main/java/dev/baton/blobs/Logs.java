package dev.baton.blobs;

import dev.baton.core.Sha256;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// The logs: one per job and epoch, growing at its end until it is sealed.
///
/// A log that nobody wrote to is empty; there is no other difference between it and one that does not exist.
public interface Logs {
    /// Adds the bytes that begin at `offset` of the log. Those that the log has already must be the same; the rest is
    /// added. Nothing is added unless the answer is [AppendResult.Appended].
    ///
    /// If it fails with a [BlobException], a first part of the bytes may have been added: the same append again puts
    /// it right.
    ///
    /// @param bytes its position is left where it is
    AppendResult append(JobEpoch key, long offset, ByteBuffer bytes);

    default AppendResult append(JobEpoch key, long offset, byte[] bytes) {
        return append(key, offset, ByteBuffer.wrap(bytes));
    }

    /// Declares the log complete, if it is what its writer meant to write. From then on only repeats are accepted.
    SealResult seal(JobEpoch key, long size, Sha256 sha256);

    LogStatus status(JobEpoch key);

    /// Copies what the log has from `offset`, at most `most` bytes, and returns how many that was: 0 at its end and
    /// beyond.
    ///
    /// @throws IOException if `out` fails; failures of the store are a [BlobException]
    long copy(JobEpoch key, long offset, long most, OutputStream out) throws IOException;

    /// What the log has from `offset`, at most `most` bytes: empty at its end and beyond.
    default byte[] read(JobEpoch key, long offset, int most) {
        var bytes = new ByteArrayOutputStream();
        try {
            copy(key, offset, most, bytes);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /// Follows the log. A tail misses nothing that happens after this call, so ask whether the job is over after it.
    LogTail tail(JobEpoch key);

    /// Makes every tail of the log return, now or when it next waits: there is something else to look at, such as the
    /// end of the job.
    void wakeTails(JobEpoch key);
}
