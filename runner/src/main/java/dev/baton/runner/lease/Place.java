package dev.baton.runner.lease;

import java.util.concurrent.atomic.AtomicBoolean;

/// A place of a trade that is taken. It is free again once it is closed; closing it twice frees it once.
public final class Place implements AutoCloseable {
    private final LeaseKeeper keeper;
    private final Trade trade;
    private final AtomicBoolean free = new AtomicBoolean();

    Place(LeaseKeeper keeper, Trade trade) {
        this.keeper = keeper;
        this.trade = trade;
    }

    @Override
    public void close() {
        if (leave()) {
            keeper.tradeChanged();
        }
    }

    /// Frees it, and leaves it to the caller to say so.
    ///
    /// @return whether it was taken
    boolean leave() {
        boolean taken = free.compareAndSet(false, true);
        if (taken) {
            trade.end();
        }
        return taken;
    }
}
