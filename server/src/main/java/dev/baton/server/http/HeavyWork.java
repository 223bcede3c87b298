package dev.baton.server.http;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Lets only a few requests at a time do work that takes a processor for long. A virtual thread that computes keeps its carrier
/// thread until it waits for something: without a bound, large requests would take all of them, and heartbeats none.
///
/// Any thread may call it.
public final class HeavyWork {
    /// How many at a time. With the connections that read the store this is less than there are carriers, see [dev.baton.server.Carriers].
    public static final int MAX_AT_ONCE = 4;

    /// What is smaller is done in about a millisecond.
    private static final int MIN_BYTES = 64 << 10;

    private final Semaphore turns = new Semaphore(MAX_AT_ONCE, true);

    /// Does what grows with so many bytes.
    public <T> T on(int bytes, Supplier<T> work) {
        if (bytes < MIN_BYTES) {
            return work.get();
        }
        turns.acquireUninterruptibly();
        try {
            return work.get();
        } finally {
            turns.release();
        }
    }
}
