package dev.baton.server.schedules;

import dev.baton.core.RunId;
import dev.baton.core.cron.CatchUp;
import dev.baton.core.cron.CatchUp.Due;
import dev.baton.protocol.ProtocolException;
import dev.baton.server.Loop;
import dev.baton.server.watch.TickOutcome;
import dev.baton.store.Engine;
import dev.baton.store.Schedules;
import dev.baton.store.Schedules.Fired;
import dev.baton.store.Schedules.Schedule;
import dev.baton.store.Schedules.State.Paused;
import dev.baton.store.Schedules.State.Waiting;
import dev.baton.store.StoreException;
import dev.baton.store.Submitted;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Submits the runs of schedules that are due, by the store's clock. Sleeps until the next one is, or until it is woken
/// because something changed here; what changed at another orchestrator it sees when it looks again anyway.
public final class ScheduleClock implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ScheduleClock.class);

    /// How many schedules are read at once.
    private static final int MOST_AT_ONCE = 100;

    private final Engine engine;
    private final Schedules schedules;
    private final ScheduleReader reader;
    private final TickOutcome.Observer observer;
    private final Duration longestSleep;
    private @Nullable Loop loop;
    private boolean failing;

    /// The schedules whose runs there was no room for at the last look.
    private Set<String> deferred = Set.of();

    private volatile boolean closed;

    /// @param longestSleep after which it looks again in any case
    public ScheduleClock(
            Engine engine,
            ScheduleReader reader,
            TickOutcome.Observer observer,
            Duration longestSleep) {
        this.engine = engine;
        this.schedules = engine.schedules();
        this.reader = reader;
        this.observer = observer;
        this.longestSleep = longestSleep;
    }

    public synchronized void start() {
        loop = Loop.paced("schedule-clock", Duration.ZERO, longestSleep, this::look);
    }

    /// Something changed: it may be due earlier.
    public synchronized void wake() {
        if (loop != null) {
            loop.wake();
        }
    }

    /// Returns when what is under way is done.
    @Override
    public void close() {
        closed = true;
        Loop running;
        synchronized (this) {
            running = loop;
            loop = null;
        }
        if (running != null) {
            running.close();
        }
    }

    /// @return how long there is nothing to do
    private Duration look() {
        try {
            // Those that had to wait are due still, and must not keep the others from being read.
            var agenda = schedules.agenda(MOST_AT_ONCE + deferred.size());
            var again = new HashSet<String>();
            for (Schedule schedule : agenda.due()) {
                if (!act(schedule, agenda.now())) {
                    again.add(schedule.name());
                }
            }
            deferred = again;
            failing = false;
            if (agenda.due().size() > again.size()) {
                return Duration.ZERO;
            }
            if (!again.isEmpty()) {
                return longestSleep;
            }
            return agenda.next()
                    .map(next -> Duration.between(agenda.now(), next))
                    .filter(sleep -> sleep.compareTo(longestSleep) < 0)
                    .orElse(longestSleep);
        } catch (StoreException e) {
            if (!failing) {
                log.warn("schedules could not be looked after, tried again code={}", e.code(), e);
            }
            failing = true;
            return longestSleep;
        }
    }

    /// Submits what is due of one schedule. Whatever is wrong with it disturbs no other.
    ///
    /// @return false if there is no room for its run now, and it has to be tried again
    private boolean act(Schedule schedule, Instant now) {
        if (!(schedule.state() instanceof Waiting(Instant from))) {
            return true;
        }
        try {
            var definition = schedule.definition();
            Due due = definition.catchUp().due(ScheduleReader.timetable(definition), from, now);
            Fired last = schedule.last();
            for (Instant tick : due.run()) {
                if (closed) {
                    return true; // what was run is run, and what was not is still due
                }
                RunId run = fire(new Tick(schedule, tick), now);
                last = run == null ? last : new Fired(tick, run);
            }
            if (schedules.replace(schedule.with(last).with(new Waiting(due.next())))) {
                skipped(schedule, due, from);
            }
        } catch (ProtocolException | IllegalArgumentException e) {
            pause(schedule, String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            return switch (e.code()) {
                case BROKEN -> {
                    pause(schedule, "the store refused its run");
                    yield true;
                }
                case OVERLOADED, TOO_MANY_REQUIREMENTS -> {
                    defer(schedule, String.valueOf(e.getMessage()));
                    yield false;
                }
                case UNAVAILABLE, CLOSED -> throw e;
            };
        }
        return true;
    }

    /// Said and counted once, however often it is tried.
    private void defer(Schedule schedule, String why) {
        if (!deferred.contains(schedule.name())) {
            observer.ticked(TickOutcome.DEFERRED, 1);
            log.warn(
                    "schedule could not be run for now, tried again name={} why={}",
                    schedule.name(),
                    why);
        }
    }

    /// Submits a tick.
    ///
    /// @return its run, if it has one
    private @Nullable RunId fire(Tick tick, Instant now) {
        return switch (engine.submit(tick.run(reader, now))) {
            case Submitted.Created created -> fired(tick, created.run(), created.repeated());
            case Submitted.Merged merged -> fired(tick, merged.run(), merged.repeated());
            case Submitted.KeyReused reused -> fired(tick, reused.run(), true);
        };
    }

    private @Nullable RunId fired(Tick tick, @Nullable RunId run, boolean repeated) {
        var outcome =
                run == null
                        ? TickOutcome.MERGED
                        : repeated ? TickOutcome.REPEATED : TickOutcome.FIRED;
        observer.ticked(outcome, 1);
        if (outcome == TickOutcome.FIRED) {
            log.info(
                    "schedule fired name={} tick={} run={}",
                    tick.schedule().name(),
                    tick.at(),
                    run);
        }
        return run;
    }

    /// Said and counted by the one whose change counted.
    private void skipped(Schedule schedule, Due due, Instant from) {
        if (due.skipped() > 0) {
            observer.ticked(TickOutcome.SKIPPED, due.skipped());
            log.warn(
                    "ticks were missed and are not run name={} skipped={} from={} to={} catch_up={}",
                    schedule.name(),
                    due.skipped() == CatchUp.MOST_COUNTED ? due.skipped() + "+" : due.skipped(),
                    from,
                    due.next(),
                    ScheduleReader.word(schedule.definition().catchUp()));
        }
    }

    private void pause(Schedule schedule, String why) {
        if (schedules.replace(schedule.with(new Paused(ScheduleBook.ORCHESTRATOR, why)))) {
            observer.ticked(TickOutcome.REFUSED, 1);
            log.error(
                    "schedule paused because its run cannot be submitted name={} why={}",
                    schedule.name(),
                    why);
        }
    }
}
