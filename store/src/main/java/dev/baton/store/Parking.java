package dev.baton.store;

import dev.baton.core.Capabilities;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The runners that wait because nothing was ready for them, grouped by what they can do.
///
/// A wake-up is never lost: whoever parks looks at [#generation] before its claim and again after it parked;
/// whoever makes a job ready raises it after the commit and then looks for parked runners.
final class Parking {
    private final Requirements requirements;
    private final Map<Capabilities, Queue<WaitingRunner>> groups = new ConcurrentHashMap<>();
    private final AtomicLong generation = new AtomicLong();
    private final GrantBackoff backoff;

    /// Those that want something and may not have it yet. They are in no group.
    private final Queue<WaitingRunner> resting = new ConcurrentLinkedQueue<>();

    Parking(Requirements requirements) {
        this(requirements, new GrantBackoff(System::nanoTime));
    }

    Parking(Requirements requirements, GrantBackoff backoff) {
        this.requirements = requirements;
        this.backoff = backoff;
    }

    /// Who has to wait for not having taken what it asked for.
    GrantBackoff backoff() {
        return backoff;
    }

    /// Those that may have something again, taken out.
    List<WaitingRunner> rested() {
        var rested = new ArrayList<WaitingRunner>(0);
        for (int i = resting.size(); i > 0; i--) {
            var runner = resting.poll();
            if (runner == null) {
                break;
            }
            if (runner.wantsMore() && backoff.mustWait(runner.holder())) {
                resting.add(runner);
            } else {
                runner.unpark();
                if (runner.wantsMore()) {
                    rested.add(runner);
                }
            }
        }
        return rested;
    }

    long generation() {
        return generation.get();
    }

    void raiseGeneration() {
        generation.incrementAndGet();
    }

    void park(WaitingRunner runner) {
        if (!runner.park()) {
            return;
        }
        if (backoff.mustWait(runner.holder())) {
            resting.add(runner);
        } else {
            groups.compute(
                    runner.capabilities(),
                    (_, known) -> {
                        var group =
                                known == null ? new ConcurrentLinkedQueue<WaitingRunner>() : known;
                        group.add(runner);
                        return group;
                    });
        }
    }

    /// A parked runner that fits a queue, with one of the jobs that it wants taken on.
    @Nullable WaitingRunner reserve(int queue) {
        for (var group : groups.entrySet()) {
            if (requirements.isMet(queue, group.getKey())) {
                var runner = reserveIn(group.getValue());
                if (runner != null) {
                    return runner;
                }
            }
        }
        return null;
    }

    private @Nullable WaitingRunner reserveIn(Queue<WaitingRunner> group) {
        WaitingRunner runner;
        while ((runner = group.poll()) != null) {
            runner.unpark();
            if (backoff.mustWait(runner.holder())) {
                park(runner);
            } else if (runner.take(1) == 1) {
                if (runner.wantsMore()) {
                    park(runner);
                }
                return runner;
            }
        }
        return null;
    }

    /// A parked runner that fits a queue, taken out.
    @Nullable WaitingRunner unpark(int queue) {
        for (var group : groups.entrySet()) {
            if (requirements.isMet(queue, group.getKey())) {
                var runner = unparkIn(group.getValue());
                if (runner != null) {
                    return runner;
                }
            }
        }
        return null;
    }

    private @Nullable WaitingRunner unparkIn(Queue<WaitingRunner> group) {
        WaitingRunner runner;
        while ((runner = group.poll()) != null) {
            runner.unpark();
            if (backoff.mustWait(runner.holder())) {
                park(runner);
            } else if (runner.wantsMore()) {
                return runner;
            }
        }
        return null;
    }

    /// One runner out of each group, to look whether something became ready without a word.
    List<WaitingRunner> samples() {
        return groups.values().stream().map(this::unparkIn).filter(Objects::nonNull).toList();
    }

    /// Forgets groups that nobody is in. A group that someone joins meanwhile is kept.
    void trim() {
        groups.values().forEach(this::parkAgain);
        groups.keySet()
                .forEach(key -> groups.computeIfPresent(key, (_, g) -> g.isEmpty() ? null : g));
    }

    /// Takes everyone out and parks those that still want something, in the same order.
    private void parkAgain(Queue<WaitingRunner> group) {
        for (int i = group.size(); i > 0; i--) {
            var runner = group.poll();
            if (runner == null) {
                return;
            }
            runner.unpark();
            if (runner.wantsMore()) {
                park(runner);
            }
        }
    }
}
