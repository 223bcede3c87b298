package dev.baton.runner.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/// The bytes of a log: in a file, and for as long as the disk takes no more, in memory.
///
/// One thread at a time may call it.
final class LogSpool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LogSpool.class);

    /// A runner with a full disk has to live on, with all of its jobs.
    static final int MOST_IN_MEMORY = 1 << 20;

    private static final byte[] NOTHING = {};

    private final RandomAccessFile file;
    private long onDisk;
    private byte[] inMemory = NOTHING;
    private boolean waits;

    /// @param path where to keep it; what it holds is gone
    LogSpool(Path path) throws IOException {
        new FileOutputStream(path.toFile()).close();
        file = new RandomAccessFile(path.toFile(), "rw");
    }

    long size() {
        return onDisk + inMemory.length;
    }

    /// Whether it takes so many bytes, wherever it keeps them.
    boolean takes(int count) {
        save();
        return inMemory.length == 0 || inMemory.length + count <= MOST_IN_MEMORY;
    }

    void append(byte[] more) {
        inMemory = inMemory.length == 0 ? more : joined(inMemory, more);
        save();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /// Writes what is in memory, if the disk takes it by now. A part that it took is written again with the rest.
    void save() {
        if (inMemory.length == 0) {
            return;
        }
        try {
            file.seek(onDisk);
            file.write(inMemory);
            onDisk += inMemory.length;
            inMemory = NOTHING;
            waits = false;
        } catch (IOException e) {
            if (!waits) {
                log.warn("log cannot be written and waits in memory cause={}", e.toString());
            }
            waits = true;
        }
    }

    /// Reads from a place on.
    ///
    /// @return how many bytes, at least one
    /// @throws IOException if there is none
    int read(long offset, byte[] into, int length) throws IOException {
        if (offset < onDisk) {
            int count = (int) Math.min(length, onDisk - offset);
            file.seek(offset);
            file.readFully(into, 0, count);
            return count;
        }
        int from = (int) (offset - onDisk);
        if (from >= inMemory.length) {
            throw new IOException("the log ends before byte " + offset);
        }
        int count = Math.min(length, inMemory.length - from);
        System.arraycopy(inMemory, from, into, 0, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
