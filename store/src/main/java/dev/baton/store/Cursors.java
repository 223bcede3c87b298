package dev.baton.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Where in each queue the next ready job can be, at the earliest.
///
/// A claim that started at the head would walk over all the rows that were claimed before and that the
/// database could not yet clear away: a single transaction left open elsewhere keeps them all. So a claim
/// starts where the last one ended. A job that becomes ready before that place moves it back, and since
/// another orchestrator may be the one that made it ready, every cursor starts over now and then.
final class Cursors {
    private static final long START_OVER_NANOS = 1_000_000_000L;

    private record Cursor(Position at, long since) {}

    private final Map<Integer, Cursor> cursors = new ConcurrentHashMap<>();

    Position after(int queue) {
        var cursor = cursors.get(queue);
        if (cursor == null || System.nanoTime() - cursor.since() > START_OVER_NANOS) {
            return Position.START;
        }
        return cursor.at();
    }

    /// The claim that started after `from` took everything up to `to`.
    void advance(int queue, Position from, Position to) {
        cursors.compute(
                queue,
                (_, old) -> {
                    if (from.equals(Position.START) || old == null) {
                        return new Cursor(to, System.nanoTime());
                    }
                    boolean movedBack = old.at().compareTo(from) < 0;
                    return movedBack ? old : new Cursor(to, old.since());
                });
    }

    /// A job at this place is or may be ready.
    void moveBack(int queue, Position to) {
        cursors.computeIfPresent(
                queue,
                (_, old) ->
                        to.compareTo(old.at()) > 0
                                ? old
                                : new Cursor(
                                        new Position(to.rank(), to.created(), to.job() - 1),
                                        old.since()));
    }

    void startOver() {
        cursors.clear();
    }
}
