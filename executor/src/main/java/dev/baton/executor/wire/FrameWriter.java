package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Writes the frames of many threads to one stream, each whole. Whoever comes while another writes leaves its frame to that one, which
/// writes all that waits at once: a lone frame leaves at once, a thousand share a few writes.
///
/// What waits is bounded: beyond that, those who send wait too. No thread that others may interrupt should send: an interrupt
/// while it writes closes the channel of all.
public final class FrameWriter {
    /// What may wait for the one that writes. One frame may always.
    static final int MOST_WAITING_BYTES = 1 << 20;

    private static final int FIRST_BUFFER = 8 << 10;
    private static final int MOST_KEPT_BUFFER = 256 << 10;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    private byte[] waiting = new byte[FIRST_BUFFER];

    /// Belongs to the one that writes.
    private byte[] taken = new byte[FIRST_BUFFER];

    private int length;
    private boolean writing;
    private @Nullable IOException failure;

    public FrameWriter(OutputStream out) {
        this.out = out;
    }

    /// Sends a frame with its header. When this returns the frame is written, or another thread is about to write it.
    ///
    /// @throws IOException if this or an earlier frame could not be written: the stream is of no use any more
    public void send(byte[] frame) throws IOException {
        lock.lock();
        try {
            while (failure == null && length > 0 && length + frame.length > MOST_WAITING_BYTES) {
                room.awaitUninterruptibly();
            }
            requireNoFailure();
            append(frame);
            if (writing) {
                return;
            }
            writing = true;
        } finally {
            lock.unlock();
        }
        writeAll();
    }

    private void writeAll() throws IOException {
        for (int bytes = take(); bytes > 0; bytes = take()) {
            try {
                out.write(taken, 0, bytes);
                out.flush();
            } catch (IOException e) {
                fail(e);
                throw e;
            }
        }
    }

    /// Swaps the buffers, so that others fill the one while the other is written. The turn to write ends when there is nothing.
    private int take() {
        lock.lock();
        try {
            int bytes = length;
            if (bytes == 0) {
                writing = false;
            } else {
                byte[] written = taken;
                taken = waiting;
                waiting = written.length > MOST_KEPT_BUFFER ? new byte[FIRST_BUFFER] : written;
                length = 0;
                room.signalAll();
            }
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private void fail(IOException e) {
        lock.lock();
        try {
            failure = e;
            length = 0;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void append(byte[] frame) {
        int wanted = length + frame.length;
        if (wanted > waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(wanted, 2 * waiting.length));
        }
        System.arraycopy(frame, 0, waiting, length, frame.length);
        length = wanted;
    }

    private void requireNoFailure() throws IOException {
        if (failure != null) {
            throw new IOException("the stream broke before: " + failure.getMessage(), failure);
        }
    }
}
