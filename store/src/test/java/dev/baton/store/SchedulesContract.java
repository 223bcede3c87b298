package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.RunId;
import dev.baton.core.cron.CatchUp;
import dev.baton.store.Schedules.Definition;
import dev.baton.store.Schedules.Fired;
import dev.baton.store.Schedules.Schedule;
import dev.baton.store.Schedules.Source;
import dev.baton.store.Schedules.State.Paused;
import dev.baton.store.Schedules.State.Waiting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Schedules are kept, found when they are due, and changed by one at a time.
abstract class SchedulesContract extends EngineContract {
    private static final Definition NIGHTLY =
            new Definition("0 3 * * *", "Europe/Berlin", CatchUp.LAST, "{\"jobs\":[]}");

    SchedulesContract(TestStore store) {
        super(store);
    }

    @AfterEach
    void removeAll() {
        engine.schedules().list().stream()
                .flatMap(listed -> engine.schedules().find(listed.name()).stream())
                .forEach(engine.schedules()::remove);
    }

    private static Schedule schedule(String name, Schedules.State state) {
        return new Schedule(name, Source.API, NIGHTLY, state, null, "user:ann", 0);
    }

    private Instant in(Duration time) {
        return Micros.truncated(engine.schedules().now()).plus(time);
    }

    private Schedule added(String name, Schedules.State state) {
        assertThat(engine.schedules().add(schedule(name, state))).isTrue();
        return engine.schedules().find(name).orElseThrow();
    }

    @Test
    void a_schedule_is_found_as_it_was_kept() {
        var waiting = new Waiting(in(Duration.ofHours(1)));
        var fired = new Fired(in(Duration.ofHours(-23)), new RunId(42));
        var nightly =
                new Schedule("nightly", Source.CONFIG, NIGHTLY, waiting, fired, "user:ann", 0);

        assertThat(engine.schedules().add(nightly)).isTrue();

        assertThat(engine.schedules().find("nightly"))
                .get()
                .usingRecursiveComparison()
                .ignoringFields("version")
                .isEqualTo(nightly);
        assertThat(engine.schedules().find("Nightly")).isEmpty();
    }

    @Test
    void a_name_is_taken_once() {
        added("nightly", new Paused("user:ann", "not yet"));

        assertThat(engine.schedules().add(schedule("nightly", new Waiting(in(Duration.ZERO)))))
                .isFalse();
        assertThat(engine.schedules().find("nightly").orElseThrow().state())
                .isEqualTo(new Paused("user:ann", "not yet"));
    }

    @Test
    void they_are_listed_by_name() {
        for (String name : new String[] {"b", "c", "a"}) {
            added(name, new Waiting(in(Duration.ofHours(1))));
        }

        assertThat(engine.schedules().list())
                .containsExactlyElementsOf(
                        Stream.of("a", "b", "c")
                                .map(name -> engine.schedules().find(name).orElseThrow().listed())
                                .toList());
    }

    @Test
    void what_is_due_is_found_with_the_longest_overdue_first_and_a_paused_one_never_is() {
        added("soon", new Waiting(in(Duration.ofMinutes(10))));
        added("sooner", new Waiting(in(Duration.ofMinutes(5))));
        added("later", new Waiting(in(Duration.ofMinutes(60))));
        added("paused", new Paused("user:ann", "holidays"));
        var first = ((Waiting) engine.schedules().find("sooner").orElseThrow().state()).next();

        var before = engine.schedules().agenda(10);
        assertThat(before.due()).isEmpty();
        assertThat(before.next()).contains(first);

        pass(Duration.ofMinutes(11));

        var agenda = engine.schedules().agenda(10);
        assertThat(agenda.due()).extracting(Schedule::name).containsExactly("sooner", "soon");
        assertThat(engine.schedules().agenda(1).due()).hasSize(1);
    }

    @Test
    void an_agenda_without_schedules_says_so() {
        var agenda = engine.schedules().agenda(10);

        assertThat(agenda.due()).isEmpty();
        assertThat(agenda.next()).isEmpty();
    }

    @Test
    void a_change_is_written_if_nobody_else_made_one() {
        var seen = added("nightly", new Waiting(in(Duration.ofHours(1))));
        var other = new Definition("@hourly", "UTC", CatchUp.ALL, "{}");
        var fired = new Fired(in(Duration.ZERO), new RunId(7));
        var changed = seen.with(other).with(fired).with(new Waiting(in(Duration.ofHours(2))));

        assertThat(engine.schedules().replace(changed)).isTrue();
        assertThat(engine.schedules().replace(seen.with(new Paused("user:bob", "no"))))
                .as("what was seen before is old")
                .isFalse();
        assertThat(engine.schedules().remove(seen)).isFalse();

        var now = engine.schedules().find("nightly").orElseThrow();
        assertThat(now).usingRecursiveComparison().ignoringFields("version").isEqualTo(changed);
        assertThat(engine.schedules().remove(now)).isTrue();
        assertThat(engine.schedules().replace(now)).isFalse();
    }

    @Test
    void one_that_was_removed_and_made_again_is_another() {
        var first = added("nightly", new Waiting(in(Duration.ofHours(1))));
        engine.schedules().remove(first);
        pass(Duration.ofMillis(1));
        added("nightly", new Waiting(in(Duration.ofHours(2))));

        assertThat(engine.schedules().replace(first.with(new Paused("user:ann", "old")))).isFalse();
    }

    @Test
    void of_many_that_change_it_at_once_one_does() {
        var seen = added("nightly", new Waiting(in(Duration.ofHours(1))));
        var number = new AtomicInteger();

        var changed =
                together(
                        8,
                        () ->
                                engine.schedules()
                                        .replace(
                                                seen.with(
                                                        new Paused(
                                                                "user:ann",
                                                                "" + number.incrementAndGet()))));

        assertThat(changed).containsOnlyOnce(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "next_at = NULL",
                "paused_by = 'ann'",
                "paused_by = 'ann', paused_why = 'both'",
                "last_tick = 1",
                "source = 'NOBODY'",
                "catch_up = 'SOMETIMES'"
            })
    void a_row_that_contradicts_itself_is_refused_by_the_table(String change) {
        added("nightly", new Waiting(in(Duration.ofHours(1))));

        assertThatThrownBy(() -> store.execute("UPDATE schedule SET " + change))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void schedules_are_still_there_after_a_restart() {
        var kept = added("nightly", new Waiting(in(Duration.ofHours(1))));
        engine.close();
        openEngine();

        assertThat(engine.schedules().find("nightly")).contains(kept);
    }
}
