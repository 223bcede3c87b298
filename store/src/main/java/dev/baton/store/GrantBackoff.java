package dev.baton.store;

import dev.baton.core.LeaseHolder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Slows down runners that do not take what they ask for: leases that could not be delivered, were not acknowledged or were
/// given back. Twice is no matter, for connections break and runners are stopped; from then on the runner has to wait twice as
/// long each time before it is granted anything again. Results make up for it.
///
/// Soft state of one orchestrator: it protects the queue, and no decision about a job depends on it. Any thread may call.
final class GrantBackoff {
    /// How often in a row has no consequence.
    static final int FREE_TIMES = 2;

    static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    /// A runner that has done nothing wrong for so long starts anew.
    static final Duration FORGET_AFTER = Duration.ofMinutes(5);

    /// More are not remembered: the others go on as if nothing had happened.
    static final int MAX_RUNNERS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(GrantBackoff.class);
    private static final Duration WORTH_A_WORD = Duration.ofSeconds(5);

    private final LongSupplier nanos;
    private final Map<LeaseHolder, Misses> byHolder = new ConcurrentHashMap<>();

    /// What a runner did not take.
    ///
    /// @param times how often in a row
    /// @param owed how many leases, less the results that it delivered since
    /// @param at when it was last
    private record Misses(int times, long owed, long at) {
        long pauseNanos() {
            int doublings = Math.min(times - FREE_TIMES - 1, 20);
            return doublings < 0
                    ? 0
                    : Math.min(MAX_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << doublings);
        }

        boolean isOver(long now) {
            return now - at > FORGET_AFTER.toNanos();
        }
    }

    /// @param nanos a monotonic clock
    GrantBackoff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// Whether a runner is granted nothing at the moment.
    boolean mustWait(LeaseHolder holder) {
        if (byHolder.isEmpty()) {
            return false;
        }
        var misses = byHolder.get(holder);
        return misses != null && nanos.getAsLong() - misses.at < misses.pauseNanos();
    }

    /// A runner did not take so many leases that it had asked for.
    void missed(LeaseHolder holder, int leases) {
        long now = nanos.getAsLong();
        if (byHolder.size() >= MAX_RUNNERS) {
            byHolder.values().removeIf(misses -> misses.isOver(now));
        }
        if (byHolder.size() >= MAX_RUNNERS && !byHolder.containsKey(holder)) {
            return;
        }
        var misses =
                byHolder.merge(
                        holder,
                        new Misses(1, leases, now),
                        (before, _) ->
                                before.isOver(now)
                                        ? new Misses(1, leases, now)
                                        : new Misses(before.times + 1, before.owed + leases, now));
        if (misses.pauseNanos() >= WORTH_A_WORD.toNanos()) {
            LOG.warn(
                    "runner does not take the leases it asks for and has to wait runner={} times={} leases={} seconds={}",
                    holder.runner(),
                    misses.times,
                    misses.owed,
                    Duration.ofNanos(misses.pauseNanos()).toSeconds());
        }
    }

    /// A runner delivered results: it is forgiven as many leases.
    void worked(LeaseHolder holder, int results) {
        byHolder.computeIfPresent(
                holder,
                (_, misses) ->
                        misses.owed <= results
                                ? null
                                : new Misses(misses.times, misses.owed - results, misses.at));
    }

    /// Whether nobody has to wait.
    boolean isEmpty() {
        return byHolder.isEmpty();
    }
}
