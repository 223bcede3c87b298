package dev.baton.runner.log;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/// A log that an earlier process wrote: whatever it holds is all there is.
public final class LeftOverLog implements LogFile, AutoCloseable {
    private final RandomAccessFile file;
    private final long written;

    public LeftOverLog(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        written = file.length();
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public int read(long offset, byte[] into, int length) throws IOException {
        file.seek(offset);
        int count = file.read(into, 0, length);
        if (count < 0) {
            throw new EOFException("the log became shorter");
        }
        return count;
    }

    @Override
    public boolean isEnded() {
        return true;
    }

    @Override
    public boolean hasPartials() {
        return false;
    }

    @Override
    public void flushPartials() {}

    @Override
    public void onGrowth(Runnable listener) {}

    @Override
    public void close() throws IOException {
        file.close();
    }
}
