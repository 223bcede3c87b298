package dev.baton.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/// Where in each queue the next ready job can be, at the earliest.
///
/// A claim that started at the head would walk over all the rows that were claimed before and that the
/// database could not yet clear away: a single transaction left open elsewhere keeps them all. So a claim
/// starts where the last one ended. A job that becomes ready moves the cursor back to it; as a safety net, in
/// case another orchestrator's word of it was lost, every cursor starts over now and then.
final class Cursors {
    private static final long START_OVER_NANOS = 5_000_000_000L;

    /// Where a claim starts, and how many jobs had become ready until then.
    record Mark(Position after, long readied) {}

    private record Cursor(Mark mark, long since) {}

    private final LongSupplier nanos;
    private final Map<Integer, Cursor> cursors = new ConcurrentHashMap<>();

    Cursors(LongSupplier nanos) {
        this.nanos = nanos;
    }

    Mark mark(int queue) {
        return cursors.compute(
                        queue,
                        (_, old) -> {
                            long now = nanos.getAsLong();
                            if (old == null) {
                                return new Cursor(new Mark(Position.START, 0), now);
                            }
                            return now - old.since > START_OVER_NANOS
                                    ? new Cursor(new Mark(Position.START, old.mark.readied), now)
                                    : old;
                        })
                .mark();
    }

    /// A claim that started at the mark took everything up to a place. If a job became ready meanwhile, it may not
    /// have seen it, and the cursor stays.
    void advance(int queue, Mark from, Position to) {
        cursors.computeIfPresent(
                queue,
                (_, old) ->
                        old.mark.readied == from.readied && to.compareTo(old.mark.after) > 0
                                ? new Cursor(new Mark(to, from.readied), old.since)
                                : old);
    }

    /// A job at this place became ready.
    void ready(int queue, Position at) {
        cursors.computeIfPresent(
                queue,
                (_, old) -> {
                    var before = new Position(at.rank(), at.created(), at.job() - 1);
                    var after = before.compareTo(old.mark.after) < 0 ? before : old.mark.after;
                    return new Cursor(new Mark(after, old.mark.readied + 1), old.since);
                });
    }

    /// Jobs of this queue became ready, who knows where.
    void startOver(int queue) {
        ready(queue, new Position(Integer.MIN_VALUE, 0, 1));
    }

    /// Forgets the queues that are not in use any more.
    void retain(IntPredicate isUsed) {
        cursors.keySet().removeIf(queue -> !isUsed.test(queue));
    }

    void startOver() {
        cursors.keySet().forEach(this::startOver);
    }
}
