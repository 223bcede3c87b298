package dev.baton.server.runner;

import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.server.runner.Attendance.OtherProcess;
import dev.baton.store.Runners;
import dev.baton.store.Runners.StoredProcess;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/// Which process of each runner is there. A second one under the same name is turned away while the first lives, so that people
/// notice that two share a name. It is a courtesy: what a process may do to a lease is decided by the lease, never by what stands
/// here.
///
/// Any thread may call.
final class Processes {
    /// How long a process counts as there after it was last heard of. At another orchestrator that is written down every ten
    /// seconds.
    static final Duration LIVE_WITHIN = Duration.ofSeconds(30);

    private static final int MAX_REMEMBERED = 100_000;

    private final Runners runners;
    private final LongSupplier nanos;
    private final Map<LeaseHolder, Known> known = new ConcurrentHashMap<>();
    private final Queue<Departure> departures = new ConcurrentLinkedQueue<>();

    /// @param gone whether it has left; then it is kept so that what the store still has of it is not believed
    private record Known(InstanceId instance, long since, long heard, boolean gone) {
        boolean isLive(long now) {
            return !gone && now - heard < LIVE_WITHIN.toNanos();
        }
    }

    private record Departure(LeaseHolder holder, InstanceId instance) {}

    Processes(Runners runners, LongSupplier nanos) {
        this.runners = runners;
        this.nanos = nanos;
    }

    Optional<OtherProcess> arrived(LeaseHolder holder, InstanceId instance) {
        long now = nanos.getAsLong();
        Known before = known.get(holder);
        if (before != null && !before.gone && before.instance.equals(instance)) {
            heard(holder);
            return Optional.empty();
        }
        if (before != null && before.isLive(now)) {
            return Optional.of(new OtherProcess(Duration.ofNanos(now - before.since)));
        }
        Optional<OtherProcess> elsewhere = elsewhere(holder, instance, before);
        if (elsewhere.isEmpty() && (before != null || known.size() < MAX_REMEMBERED)) {
            known.put(holder, new Known(instance, now, now, false));
        }
        return elsewhere;
    }

    private Optional<OtherProcess> elsewhere(
            LeaseHolder holder, InstanceId instance, @Nullable Known before) {
        return runners.processElsewhere(holder, LIVE_WITHIN)
                .filter(stored -> !stored.instance().equals(instance))
                .filter(stored -> before == null || !stored.instance().equals(before.instance))
                .map(StoredProcess::connected)
                .map(OtherProcess::new);
    }

    /// Something was heard of a runner: it cannot have been another process than the one that is there.
    void heard(LeaseHolder holder) {
        known.computeIfPresent(
                holder,
                (_, process) ->
                        process.gone
                                ? process
                                : new Known(
                                        process.instance, process.since, nanos.getAsLong(), false));
    }

    void left(LeaseHolder holder, InstanceId instance) {
        known.computeIfPresent(
                holder,
                (_, process) -> {
                    if (process.gone || !process.instance.equals(instance)) {
                        return process;
                    }
                    departures.add(new Departure(holder, instance));
                    return new Known(instance, process.since, process.heard, true);
                });
    }

    /// The process of a runner that is there, as far as is known here.
    @Nullable InstanceId of(LeaseHolder holder) {
        Known process = known.get(holder);
        return process == null || process.gone ? null : process.instance;
    }

    /// Tells the other orchestrators who has left, and forgets those that were not heard of for long.
    void write() {
        List<Departure> left = new ArrayList<>();
        for (Departure next = departures.poll(); next != null; next = departures.poll()) {
            left.add(next);
        }
        left.forEach(departure -> runners.left(departure.holder, departure.instance));
        long now = nanos.getAsLong();
        known.values().removeIf(process -> now - process.heard > 2 * LIVE_WITHIN.toNanos());
    }
}
