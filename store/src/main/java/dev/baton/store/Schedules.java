package dev.baton.store;

import dev.baton.core.RunId;
import dev.baton.core.cron.CatchUp;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The runs that are submitted when the clock says so. What is kept here is what they are and when they are next due; who
/// submits them looks here first, and writes down here what was done.
///
/// Whoever changes a schedule says which version of it they have seen: of two that change it at once, one does.
public interface Schedules {
    /// Where a schedule comes from.
    enum Source {
        /// The file that orchestrators are started with. Nobody else changes it.
        CONFIG,
        API
    }

    /// What somebody wants, and when.
    ///
    /// @param template the run as it would be submitted, as JSON
    record Definition(String cron, String zone, CatchUp catchUp, String template) {
        /// Without the template: it may hold secrets.
        @Override
        public String toString() {
            return "Definition[cron=%s, zone=%s, catchUp=%s]".formatted(cron, zone, catchUp);
        }
    }

    /// What becomes of a schedule next.
    sealed interface State {
        /// It waits for this tick, the first that was not acted on.
        record Waiting(Instant next) implements State {}

        /// Somebody wants it to wait until they say otherwise.
        record Paused(String by, String why) implements State {}
    }

    /// A tick that was run.
    record Fired(Instant tick, RunId run) {}

    /// A schedule.
    ///
    /// @param last the newest tick that was run, if there was one
    /// @param createdBy as audit trails name them
    /// @param version is another one after each change
    record Schedule(
            String name,
            Source source,
            Definition definition,
            State state,
            @Nullable Fired last,
            String createdBy,
            long version) {
        public Listed listed() {
            return new Listed(
                    name,
                    source,
                    definition.cron(),
                    definition.zone(),
                    definition.catchUp(),
                    state,
                    last,
                    createdBy);
        }

        public Schedule with(State next) {
            return new Schedule(name, source, definition, next, last, createdBy, version);
        }

        public Schedule with(Definition other) {
            return new Schedule(name, source, other, state, last, createdBy, version);
        }

        public Schedule with(@Nullable Fired newest) {
            return new Schedule(name, source, definition, state, newest, createdBy, version);
        }
    }

    /// A schedule as it stands in lists: without what it runs, which may be large.
    record Listed(
            String name,
            Source source,
            String cron,
            String zone,
            CatchUp catchUp,
            State state,
            @Nullable Fired last,
            String createdBy) {}

    /// What is due at one moment of the store's clock.
    ///
    /// @param next when the next one is due, if one waits and none is due now
    record Agenda(Instant now, List<Schedule> due, Optional<Instant> next) {}

    /// The store's clock.
    Instant now();

    /// What is due now, the longest overdue first.
    Agenda agenda(int limit);

    /// All of them, by name.
    List<Listed> list();

    Optional<Schedule> find(String name);

    /// Keeps a new schedule, with a version of its own.
    ///
    /// @return whether the name was free
    boolean add(Schedule schedule);

    /// Writes a schedule that was read here and changed.
    ///
    /// @return whether nobody else had changed or removed it
    boolean replace(Schedule schedule);

    /// Removes a schedule that was read here.
    ///
    /// @return whether nobody else had changed or removed it
    boolean remove(Schedule schedule);
}
