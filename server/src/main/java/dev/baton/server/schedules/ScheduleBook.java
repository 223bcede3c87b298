package dev.baton.server.schedules;

import dev.baton.core.cron.Timetable;
import dev.baton.protocol.ProtocolException;
import dev.baton.server.http.Problem;
import dev.baton.server.http.ProblemException;
import dev.baton.store.Schedules;
import dev.baton.store.Schedules.Definition;
import dev.baton.store.Schedules.Listed;
import dev.baton.store.Schedules.Schedule;
import dev.baton.store.Schedules.Source;
import dev.baton.store.Schedules.State;
import dev.baton.store.Schedules.State.Paused;
import dev.baton.store.Schedules.State.Waiting;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What people may do to schedules. Each change is decided on what is there, and decided again if it has changed meanwhile.
public final class ScheduleBook {
    static final int MOST_SCHEDULES = 10_000;

    /// Who pauses a schedule that cannot be run.
    static final String ORCHESTRATOR = "orchestrator";

    private static final Logger log = LoggerFactory.getLogger(ScheduleBook.class);
    private static final String CONFIG = "schedules.file";
    private static final int MOST_TRIES = 20;

    private final Schedules schedules;
    private final ScheduleReader reader;
    private final Runnable changed;

    /// @param changed called after each change
    public ScheduleBook(Schedules schedules, ScheduleReader reader, Runnable changed) {
        this.schedules = schedules;
        this.reader = reader;
        this.changed = changed;
    }

    /// What is there after somebody asked for something.
    ///
    /// @param isNew whether there was none of this name before
    record Kept(Schedule schedule, boolean isNew) {}

    Schedule find(String name) {
        return schedules.find(name).orElseThrow(ScheduleBook::absent);
    }

    List<Listed> list() {
        return schedules.list();
    }

    Instant now() {
        return schedules.now();
    }

    /// Creates a schedule, or makes it what is wanted now.
    Kept put(String name, Definition wanted, String by) {
        Kept kept = put(name, Source.API, wanted, by);
        changed.run();
        return kept;
    }

    void remove(String name) {
        if (!removeAny(name, Source.API)) {
            throw absent();
        }
        log.info("schedule removed name={}", name);
    }

    /// Removes a schedule, whatever happens to it meanwhile.
    ///
    /// @return whether it was there
    private boolean removeAny(String name, Source source) {
        for (int i = 0; i < MOST_TRIES; i++) {
            var found = schedules.find(name);
            if (found.isEmpty()) {
                return false;
            }
            requireFrom(source, found.get());
            if (schedules.remove(found.get())) {
                return true;
            }
        }
        throw contested(name);
    }

    /// A schedule that is paused already stays as it is: who paused it first is remembered.
    Schedule pause(String name, String by, String why) {
        return change(
                name,
                schedule ->
                        schedule.state() instanceof Paused
                                ? schedule
                                : schedule.with(new Paused(by, why)));
    }

    /// From its next tick on. What it missed while it was paused is not made up for.
    Schedule resume(String name) {
        return change(
                name,
                schedule ->
                        switch (schedule.state()) {
                            case Waiting _ -> schedule;
                            case Paused _ -> schedule.with(upcoming(runnable(schedule)));
                        });
    }

    private Schedule change(String name, UnaryOperator<Schedule> change) {
        for (int i = 0; i < MOST_TRIES; i++) {
            Schedule found = find(name);
            Schedule wanted = change.apply(found);
            if (wanted.equals(found)) {
                return found;
            }
            if (schedules.replace(wanted)) {
                changed.run();
                return find(name);
            }
        }
        throw contested(name);
    }

    /// Makes the schedules of the file what the file says. Those that somebody made by the API are left alone.
    public void adopt(Map<String, Definition> file) {
        for (Listed schedule : schedules.list()) {
            if (schedule.source() == Source.CONFIG && !file.containsKey(schedule.name())) {
                removeAny(schedule.name(), Source.CONFIG);
                log.info(
                        "schedule removed that is not in the file any more name={}",
                        schedule.name());
            }
        }
        file.forEach(
                (name, wanted) -> {
                    boolean taken =
                            schedules.find(name).filter(s -> s.source() == Source.API).isPresent();
                    if (taken) {
                        log.error(
                                "schedule of the file not taken, because one of this name was made by the API: remove that one, or rename this one name={}",
                                name);
                    } else {
                        put(name, Source.CONFIG, wanted, CONFIG);
                    }
                });
        changed.run();
    }

    private Kept put(String name, Source source, Definition wanted, String by) {
        for (int i = 0; i < MOST_TRIES; i++) {
            var found = schedules.find(name);
            if (found.isEmpty()) {
                requireRoom();
                var made = new Schedule(name, source, wanted, upcoming(wanted), null, by, 0);
                if (schedules.add(made)) {
                    log.info("schedule created name={} by={} when={}", name, by, wanted);
                    return new Kept(find(name), true);
                }
                continue;
            }
            Schedule old = found.get();
            requireFrom(source, old);
            if (old.definition().equals(wanted)) {
                return new Kept(old, false);
            }
            if (schedules.replace(old.with(wanted).with(stateAfter(old, wanted)))) {
                log.info("schedule replaced name={} by={} when={}", name, by, wanted);
                return new Kept(find(name), false);
            }
        }
        throw contested(name);
    }

    /// A tick that was missed stays due, unless the schedule has other ticks now. What people paused stays paused; what we
    /// paused, because it could not be run, can be now.
    private State stateAfter(Schedule old, Definition wanted) {
        boolean sameTicks =
                old.definition().cron().equals(wanted.cron())
                        && old.definition().zone().equals(wanted.zone());
        return switch (old.state()) {
            case Waiting waiting when sameTicks -> waiting;
            case Waiting _ -> upcoming(wanted);
            case Paused paused when !paused.by().equals(ORCHESTRATOR) -> paused;
            case Paused _ -> upcoming(wanted);
        };
    }

    private Waiting upcoming(Definition definition) {
        Timetable timetable = ScheduleReader.timetable(definition);
        return new Waiting(timetable.next(schedules.now()));
    }

    /// Its definition, if it can be run: what is stored may be from a version of Baton that took what this one refuses.
    Definition runnable(Schedule schedule) {
        try {
            ScheduleReader.timetable(schedule.definition());
            reader.submission(schedule.definition());
            return schedule.definition();
        } catch (IllegalArgumentException | ProtocolException e) {
            throw Problem.of(
                            409,
                            "SCHEDULE_NOT_RUNNABLE",
                            "expected a schedule that can be run, replace it first: "
                                    + e.getMessage())
                    .asException();
        }
    }

    private void requireRoom() {
        if (schedules.list().size() >= MOST_SCHEDULES) {
            throw Problem.of(
                            409,
                            "TOO_MANY_SCHEDULES",
                            "expected at most %d schedules; remove one first"
                                    .formatted(MOST_SCHEDULES))
                    .asException();
        }
    }

    private static void requireFrom(Source source, Schedule found) {
        if (found.source() != source) {
            throw Problem.of(
                            409,
                            "SCHEDULE_OF_CONFIG",
                            "%s comes from the file that the orchestrator is started with (%s): change it there"
                                    .formatted(found.name(), CONFIG))
                    .asException();
        }
    }

    private static ProblemException absent() {
        return Problem.notFound("a schedule of this name").asException();
    }

    private static ProblemException contested(String name) {
        return Problem.of(
                        409,
                        "CONTESTED",
                        "%s is being changed by others; try again".formatted(name))
                .asException();
    }
}
