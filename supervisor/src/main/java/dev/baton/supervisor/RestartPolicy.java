package dev.baton.supervisor;

import dev.baton.core.Backoff;
import dev.baton.supervisor.SupervisorConfig.Restart;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// Whether a worker that has ended is started again. For one thread.
final class RestartPolicy {
    private static final double FACTOR = 2;
    private static final double JITTER = 0.2;

    private final Restart terms;
    private final Backoff backoff;
    private final Deque<Long> restarts = new ArrayDeque<>();

    sealed interface Decision {
        record StartAgain(Duration after) implements Decision {}

        /// Its end is ours.
        record Done() implements Decision {}

        /// It ends again and again.
        record GiveUp(String why) implements Decision {}
    }

    RestartPolicy(Restart terms) {
        this.terms = terms;
        this.backoff = new Backoff(terms.backoff(), FACTOR, terms.mostBackoff(), JITTER);
    }

    /// Decides, and counts.
    ///
    /// @param nanos of a clock that only goes forward
    /// @param chance for the jitter
    Decision ended(int code, long nanos, long chance) {
        boolean again =
                switch (terms.policy()) {
                    case NEVER -> false;
                    case ON_FAILURE -> code != 0;
                    case ALWAYS -> true;
                };
        if (!again) {
            return new Decision.Done();
        }
        while (!restarts.isEmpty() && nanos - restarts.getFirst() > terms.window().toNanos()) {
            restarts.removeFirst();
        }
        if (restarts.size() >= terms.most()) {
            return new Decision.GiveUp(
                    "it was started again %d times within %s"
                            .formatted(terms.most(), terms.window()));
        }
        restarts.addLast(nanos);
        return new Decision.StartAgain(backoff.delay(restarts.size(), chance));
    }
}
