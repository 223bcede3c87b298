package dev.baton.runner.lease;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Sees to it that work which several leases share ends with the first of them, also when this process stands still: a guardian outside of it is told
/// how long that one lasts, again and again, and kills when it is not told in time. A lease that is lost counts as long as something may still be done
/// under it. Any thread may call it.
public final class Fence {
    /// How often the guardian is told.
    public static final Duration EVERY = Duration.ofSeconds(2);

    /// A runner that stands still for longer has lost its leases, or has none.
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final long FAR_AWAY = Long.MAX_VALUE / 4;

    private final Consumer<Duration> guardian;
    private final LongSupplier nanos;
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();

    /// What the guardian knows; far away while it is being told.
    private volatile long until;

    /// @param guardian told how long it has to wait from now on
    /// @param nanos the monotonic clock
    public Fence(Consumer<Duration> guardian, LongSupplier nanos) {
        this.guardian = guardian;
        this.nanos = nanos;
        until = nanos.getAsLong();
    }

    /// Something is about to be done under a lease. When this returns, the guardian knows of its end.
    public void cover(HeldLease lease) {
        leases.add(lease);
        // Calls come by the thousand, and mostly the guardian knows of an earlier end.
        if (!isKnown(lease)) {
            tellOf(lease);
        }
    }

    private synchronized void tellOf(HeldLease lease) {
        // Who was here before may have told it already.
        if (!isKnown(lease)) {
            tell();
        }
    }

    /// Whether the guardian knows of an end that is not over, and no later than that of the lease. Ends are compared and not how long it is until then,
    /// which is less with each look at the clock: those that are granted together would each be told of.
    private boolean isKnown(HeldLease lease) {
        long known = until;
        return known - nanos.getAsLong() > 0 && lease.killAt() - known >= 0;
    }

    /// Nothing is done under the lease any more.
    public void uncover(HeldLease lease) {
        leases.remove(lease);
    }

    /// Tells the guardian.
    public synchronized void tell() {
        long now = nanos.getAsLong();
        // Whoever comes from here on waits for us, and looks again: what we tell is of those who
        // were there before.
        until = now + FAR_AWAY;
        long left =
                leases.stream()
                        .mapToLong(lease -> Math.max(0, lease.killAt() - now))
                        .min()
                        .orElse(LONGEST.toNanos());
        guardian.accept(Duration.ofNanos(left));
        until = now + left;
    }
}
