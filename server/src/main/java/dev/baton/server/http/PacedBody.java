package dev.baton.server.http;

import dev.baton.server.config.Limits.Pace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body as it arrives, for as long as it arrives fast enough: one that takes longer than a body may take has to keep up
/// a rate. Of one thread.
final class PacedBody extends FilterInputStream {
    private static final double NANOS = 1e9;

    private final Pace pace;
    private final long started = System.nanoTime();
    private long arrived;

    PacedBody(InputStream in, Pace pace) {
        super(in);
        this.pace = pace;
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        return count(next < 0 ? -1 : 1) < 0 ? -1 : next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return count(super.read(bytes, offset, length));
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        arrived += skipped;
        return skipped;
    }

    private int count(int read) {
        if (read < 0) {
            return read;
        }
        arrived += read;
        long took = System.nanoTime() - started;
        if (took > pace.body().toNanos() && arrived < took / NANOS * pace.bodyRate()) {
            throw Problem.of(
                            408,
                            "TOO_SLOW",
                            "expected the body within %d s, or %d bytes a second"
                                    .formatted(pace.body().toSeconds(), pace.bodyRate()))
                    .asException();
        }
        return read;
    }
}
