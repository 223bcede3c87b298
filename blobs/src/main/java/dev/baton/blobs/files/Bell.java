package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Rings when there may be something new in a log. It counts, so that a ring between looking and waiting is not missed.
final class Bell {
    /// What a listener has heard so far.
    ///
    /// @param rings all of them
    /// @param wakes those that were for the listeners and not about the log
    record Heard(long rings, long wakes) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private Heard heard = new Heard(0, 0);
    private boolean closed;

    void ring() {
        sound(0);
    }

    void wake() {
        sound(1);
    }

    private void sound(int wakes) {
        lock.lock();
        try {
            heard = new Heard(heard.rings + 1, heard.wakes + wakes);
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Heard heard() {
        lock.lock();
        try {
            requireOpen();
            return heard;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for more than was heard, and returns how much of the time is left: nothing or less if it was in vain.
    long await(Heard before, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (!closed && heard.equals(before) && left > 0) {
                left = rung.awaitNanos(left);
            }
            requireOpen();
            return left;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new BlobException(Code.CLOSED, "the blob store is closed");
        }
    }
}
