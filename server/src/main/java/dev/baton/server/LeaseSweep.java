package dev.baton.server;

import dev.baton.store.Engine;
import dev.baton.store.StoreException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;

/// Acts on deadlines that have passed: leases that were not acknowledged, not renewed, or ran too long, cancels that
/// nobody confirmed, and retries whose time has come.
final class LeaseSweep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaseSweep.class);

    private final Engine engine;
    private final Loop loop;
    private boolean failing;

    LeaseSweep(Engine engine, Duration interval) {
        this.engine = engine;
        loop = Loop.start("lease-sweep", interval, this::sweep);
    }

    @Override
    public void close() {
        loop.close();
    }

    /// Until there is nothing left to do: what comes due meanwhile does not wait for the next interval.
    private void sweep() {
        try {
            int acted;
            do {
                acted = engine.sweep();
            } while (acted > 0);
            failing = false;
        } catch (StoreException e) {
            if (!failing) {
                log.warn("sweep failed and is tried again code={}", e.code());
            }
            failing = true;
        }
    }
}
