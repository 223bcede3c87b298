package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A runner that wants jobs, as the engine sees it.
///
/// What it wants is taken before a transaction and put back if the transaction fails or has nothing for it:
/// so two lanes never give it more than it asked for.
final class WaitingRunner implements Demand {
    static final int MOST_WANTED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(WaitingRunner.class);

    private final LeaseHolder holder;
    private final @Nullable InstanceId instance;
    private final Capabilities capabilities;
    private final boolean acknowledges;
    private final Sink sink;
    private final Consumer<WaitingRunner> ask;
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicBoolean parked = new AtomicBoolean();
    private volatile boolean closed;

    WaitingRunner(
            LeaseHolder holder,
            @Nullable InstanceId instance,
            Capabilities capabilities,
            boolean acknowledges,
            Sink sink,
            Consumer<WaitingRunner> ask) {
        this.holder = holder;
        this.instance = instance;
        this.capabilities = capabilities;
        this.acknowledges = acknowledges;
        this.sink = sink;
        this.ask = ask;
    }

    @Override
    public LeaseHolder holder() {
        return holder;
    }

    /// Which process of the runner it is, if it says so.
    @Nullable InstanceId instance() {
        return instance;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public boolean acknowledges() {
        return acknowledges;
    }

    @Override
    public void want(int jobs) {
        add(jobs);
        ask.accept(this);
    }

    void add(int jobs) {
        wanted.updateAndGet(now -> Math.clamp((long) now + jobs, 0, MOST_WANTED));
    }

    /// Takes up to so many of the wanted jobs on.
    int take(int most) {
        while (true) {
            int now = wanted.get();
            int taken = closed ? 0 : Math.min(now, most);
            if (wanted.compareAndSet(now, now - taken)) {
                return taken;
            }
        }
    }

    boolean wantsMore() {
        return !closed && wanted.get() > 0;
    }

    /// Marks it as parked.
    ///
    /// @return whether it was not before
    boolean park() {
        return parked.compareAndSet(false, true);
    }

    void unpark() {
        parked.set(false);
    }

    /// The store failed: ask again.
    void failed() {
        if (wantsMore()) {
            ask.accept(this);
        }
    }

    /// Hands over leases. False if they must be taken back; then it is given no others until it wants some anew, or the same
    /// job would come and go.
    boolean deliver(List<Grant> grants) {
        synchronized (this) {
            boolean taken = !closed && isTaken(grants);
            if (!taken) {
                wanted.set(0);
            }
            return taken;
        }
    }

    private boolean isTaken(List<Grant> grants) {
        try {
            return sink.take(grants);
        } catch (RuntimeException e) {
            LOG.warn("leases could not be delivered runner={}", holder.runner(), e);
            return false;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
    }
}
