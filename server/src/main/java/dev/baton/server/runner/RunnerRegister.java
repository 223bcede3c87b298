package dev.baton.server.runner;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.server.Loop;
import dev.baton.store.Runners;
import dev.baton.store.Runners.Sighting;
import dev.baton.store.StoreException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Remembers which runners are there. Whoever hears of one notes it in memory, and a loop writes what is new: a runner
/// that appears or says something else within half a second, one that is still there every ten. No message waits for it.
public final class RunnerRegister implements Attendance, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunnerRegister.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long WRITE_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long FORGET_HERE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long FORGET_STORED_EVERY_NANOS = Duration.ofHours(1).toNanos();
    private static final Duration FORGET_STORED_AFTER = Duration.ofDays(7);
    private static final int MOST_REMEMBERED = 100_000;
    private static final Duration FORGET_LEFT = Duration.ofMinutes(1);

    private final Runners runners;
    private final Supplier<Collection<LeaseHolder>> attached;
    private final InstantSource clock;
    private final Map<LeaseHolder, Note> notes = new ConcurrentHashMap<>();
    private final Map<LeaseHolder, Instant> left = new ConcurrentHashMap<>();
    private Set<LeaseHolder> attachedBefore = Set.of();
    private final Processes processes;
    private final Loop loop;
    private long forgotAt = System.nanoTime();
    private boolean failing;

    /// What is known of a runner.
    ///
    /// @param seen when it was heard of, by the monotonic clock
    /// @param written when that was written down last
    /// @param isNews whether the store does not know all of this yet
    private record Note(Sighting sighting, long seen, long written, boolean isNews) {
        Note seenAt(long now) {
            return new Note(sighting, now, written, isNews);
        }

        Note writtenAt(long now) {
            return new Note(sighting, seen, now, false);
        }

        boolean isDue(long now) {
            return isNews || (seen - written > 0 && now - written > WRITE_AGAIN_NANOS);
        }
    }

    /// A register that is kept until it is closed.
    ///
    /// @param attached the runners that have a stream: they are there as long as it is open
    public RunnerRegister(
            Runners runners, Supplier<Collection<LeaseHolder>> attached, InstantSource clock) {
        this.runners = runners;
        this.attached = attached;
        this.clock = clock;
        processes = new Processes(runners, System::nanoTime);
        loop = Loop.start("runner-register", INTERVAL, this::write);
    }

    @Override
    public void saw(LeaseHolder holder, Capabilities capabilities, int capacity) {
        note(new Sighting(holder, capabilities, capacity, processes.of(holder)));
    }

    @Override
    public Optional<OtherProcess> arrived(LeaseHolder holder, InstanceId instance) {
        return processes.arrived(holder, instance);
    }

    @Override
    public void left(LeaseHolder holder, InstanceId instance) {
        processes.left(holder, instance);
    }

    @Override
    public void wants(LeaseHolder holder, Capabilities capabilities, int jobs) {
        Note known = notes.get(holder);
        int capacity = known == null ? jobs : Math.max(jobs, known.sighting().capacity());
        note(new Sighting(holder, capabilities, capacity, processes.of(holder)));
    }

    /// Something else was heard of a runner.
    public void heard(LeaseHolder holder) {
        notes.computeIfPresent(holder, (_, note) -> note.seenAt(System.nanoTime()));
        processes.heard(holder);
        if (!left.isEmpty()) {
            left.remove(holder);
        }
    }

    /// When the stream of a runner ended here, if nothing was heard of it here since. Known for as long as the store might
    /// take the runner for connected.
    public Optional<Instant> leftAt(LeaseHolder holder) {
        return Optional.ofNullable(left.get(holder));
    }

    @Override
    public void close() {
        loop.close();
    }

    private void note(Sighting sighting) {
        long now = System.nanoTime();
        left.remove(sighting.holder());
        if (notes.size() < MOST_REMEMBERED || notes.containsKey(sighting.holder())) {
            notes.compute(
                    sighting.holder(),
                    (_, known) ->
                            known != null && known.sighting().equals(sighting)
                                    ? known.seenAt(now)
                                    : new Note(sighting, now, now, true));
        }
    }

    /// Notes whose stream has ended since the last time.
    private void lookAtStreams() {
        Set<LeaseHolder> here = Set.copyOf(attached.get());
        Instant now = clock.instant();
        for (LeaseHolder before : attachedBefore) {
            if (!here.contains(before)) {
                left.put(before, now);
            }
        }
        attachedBefore = here;
        here.forEach(this::heard);
        left.values().removeIf(at -> Duration.between(at, now).compareTo(FORGET_LEFT) > 0);
    }

    private void write() {
        lookAtStreams();
        long now = System.nanoTime();
        notes.values().removeIf(note -> now - note.seen() > FORGET_HERE_NANOS);
        List<Note> due = new ArrayList<>();
        notes.values().stream().filter(note -> note.isDue(now)).forEach(due::add);
        try {
            runners.saw(due.stream().map(Note::sighting).toList());
            processes.write();
            due.forEach(
                    note ->
                            notes.computeIfPresent(
                                    note.sighting().holder(),
                                    (_, latest) ->
                                            latest.sighting().equals(note.sighting())
                                                    ? latest.writtenAt(now)
                                                    : latest));
            forgetOld(now);
            failing = false;
        } catch (StoreException e) {
            if (!failing) {
                log.warn("runners could not be written down, tried again code={}", e.code());
            }
            failing = true;
        }
    }

    private void forgetOld(long now) {
        if (now - forgotAt > FORGET_STORED_EVERY_NANOS) {
            forgotAt = now;
            runners.forget(FORGET_STORED_AFTER);
        }
    }
}
