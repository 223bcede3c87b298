package dev.baton.blobs.files;

import dev.baton.blobs.AppendResult;
import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.LogStatus;
import dev.baton.blobs.LogTail;
import dev.baton.blobs.Logs;
import dev.baton.blobs.SealResult;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;

/// Logs as files that grow. Writers of one log take turns; readers wait for nobody.
final class FileLogs implements Logs {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Layout layout;
    private final Staging staging;
    private final long maxBytes;
    private final OpenLogs open;
    private final LogTails tails = new LogTails(this::status);

    FileLogs(Layout layout, Staging staging, BlobLimits limits) {
        this.layout = layout;
        this.staging = staging;
        maxBytes = limits.maxLogBytes();
        open = new OpenLogs(layout, staging.disk(), limits.maxOpenLogs());
    }

    @Override
    public AppendResult append(JobEpoch key, long offset, ByteBuffer bytes) {
        requireOffset(offset);
        staging.reserve().take(bytes.remaining());
        try {
            var result = open.append(key, offset, bytes, maxBytes);
            if (result instanceof Appended) {
                tails.ring(key);
            }
            return result;
        } catch (IOException e) {
            throw Failure.of("append to the log of " + key, e);
        }
    }

    @Override
    public SealResult seal(JobEpoch key, long size, Sha256 sha256) {
        try {
            var wanted = new LogSeal(size, sha256);
            var result = open.exclusively(key, log -> log.seal(wanted, staging));
            if (result instanceof Sealed) {
                staging.disk().syncNames(layout.epoch(key), layout.root());
                open.drop(key::equals);
                tails.ring(key);
            }
            return result;
        } catch (IOException e) {
            throw Failure.of("seal the log of " + key, e);
        }
    }

    @Override
    public LogStatus status(JobEpoch key) {
        // In this order: a log that is sealed has the size that it is read with.
        boolean sealed = Files.exists(layout.logSeal(key));
        try {
            return new LogStatus(Files.size(layout.log(key)), sealed);
        } catch (NoSuchFileException e) {
            return new LogStatus(0, sealed);
        } catch (IOException e) {
            throw Failure.of("look at the log of " + key, e);
        }
    }

    @Override
    public long copy(JobEpoch key, long offset, long most, OutputStream out) throws IOException {
        requireOffset(offset);
        try (var file = openToRead(key)) {
            byte[] buffer = new byte[Math.clamp(most, 0, BUFFER_BYTES)];
            long copied = 0;
            while (copied < most) {
                int wanted = (int) Math.min(buffer.length, most - copied);
                int n = read(key, file, offset + copied, ByteBuffer.wrap(buffer, 0, wanted));
                if (n < 0) {
                    break;
                }
                out.write(buffer, 0, n);
                copied += n;
            }
            return copied;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private FileChannel openToRead(JobEpoch key) throws NoSuchFileException {
        try {
            return FileChannel.open(layout.log(key), StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw Failure.of("open the log of " + key, e);
        }
    }

    private static int read(JobEpoch key, FileChannel file, long position, ByteBuffer into) {
        try {
            return file.read(into, position);
        } catch (IOException e) {
            throw Failure.of("read the log of " + key, e);
        }
    }

    @Override
    public LogTail tail(JobEpoch key) {
        return tails.open(key);
    }

    @Override
    public void wakeTails(JobEpoch key) {
        tails.wake(key);
    }

    /// Lets go of the logs of a job that is about to be deleted.
    void forget(long job) {
        open.drop(key -> key.job() == job);
    }

    /// Lets those who follow a log of the job see that it is gone.
    void wakeTailsOf(long job) {
        tails.wake(key -> key.job() == job);
    }

    void close() {
        tails.close();
        open.close();
    }

    private static void requireOffset(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException(
                    "expected an offset of 0 or more, got %d".formatted(offset));
        }
    }
}
