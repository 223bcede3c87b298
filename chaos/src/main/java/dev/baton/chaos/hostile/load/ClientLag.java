package dev.baton.chaos.hostile.load;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// How late this process itself is: a thread that wants to wake every 10 ms measures by how much it oversleeps.
///
/// A pause of the load client or of the whole machine is part of each time that is measured. It is reported beside them.
public final class ClientLag implements AutoCloseable {
    private static final long TICK_NANOS = 10_000_000;

    private final BeatLog log;
    private final Map<String, Long> worst = new HashMap<>();
    private final Thread ticker =
            Thread.ofPlatform().daemon().name("client-lag").unstarted(this::tick);
    private volatile boolean closing;

    public ClientLag(BeatLog log) {
        this.log = log;
        ticker.start();
    }

    private void tick() {
        while (!closing) {
            long before = System.nanoTime();
            LockSupport.parkNanos(TICK_NANOS);
            late(System.nanoTime() - before - TICK_NANOS);
        }
    }

    /// Something that was due so long ago is done only now.
    synchronized void late(long nanos) {
        worst.merge(log.act(), Math.max(0, nanos), Math::max);
    }

    /// The longest delay during an act, in nanoseconds.
    public synchronized long worst(String act) {
        return worst.getOrDefault(act, 0L);
    }

    @Override
    public void close() {
        closing = true;
    }
}
