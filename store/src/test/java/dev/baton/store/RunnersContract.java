package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Capabilities;
import dev.baton.core.Ending;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;
import dev.baton.store.Runners.HeldJob;
import dev.baton.store.Runners.RunnerView;
import dev.baton.store.Runners.Sighting;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/// Runners are remembered for people: who is there, what they offer, what they hold.
abstract class RunnersContract extends EngineContract {
    private static final Duration RECENTLY = Duration.ofSeconds(30);

    RunnersContract(TestStore store) {
        super(store);
    }

    private Sighting sighting(String name, int capacity, String... tags) {
        return new Sighting(
                new LeaseHolder(new RunnerId(name + "-" + tag), "token-1"),
                Capabilities.of(List.of(tags)),
                capacity);
    }

    private Optional<RunnerView> shown(String name) {
        return engine.runners().list(RECENTLY, 10_000).stream()
                .filter(runner -> runner.holder().runner().value().equals(name + "-" + tag))
                .findFirst();
    }

    @Test
    void a_runner_that_was_seen_is_shown_with_what_it_offers() {
        engine.runners().saw(List.of(sighting("a", 4, "os=linux", "arch=x86_64")));

        var runner = shown("a").orElseThrow();
        assertThat(runner.capabilities()).containsExactly("arch=x86_64", "os=linux");
        assertThat(runner.capacity()).isEqualTo(4);
        assertThat(runner.connected()).isTrue();
        assertThat(runner.leases()).isEmpty();
    }

    @Test
    void what_it_says_last_is_what_is_shown() {
        engine.runners().saw(List.of(sighting("a", 4, "os=linux")));
        engine.runners().saw(List.of(sighting("a", 2)));

        assertThat(shown("a").orElseThrow().capacity()).isEqualTo(2);
        assertThat(shown("a").orElseThrow().capabilities()).isEmpty();
    }

    @Test
    void one_that_was_not_seen_for_a_while_is_not_connected_and_forgotten_in_the_end() {
        engine.runners().saw(List.of(sighting("a", 1)));
        var seen = shown("a").orElseThrow().seen();
        age("a", Duration.ofSeconds(31));

        assertThat(shown("a").orElseThrow().connected()).isFalse();
        assertThat(shown("a").orElseThrow().seen()).isEqualTo(seen.minusSeconds(31));

        engine.runners().forget(Duration.ofMinutes(1));
        assertThat(shown("a")).isPresent();
        engine.runners().forget(Duration.ofSeconds(30));
        assertThat(shown("a")).isEmpty();
    }

    private void age(String name, Duration time) {
        store.execute(
                "UPDATE runner SET seen = seen - %d WHERE runner_id = '%s-%s'"
                        .formatted(time.toNanos() / 1000, name, tag));
    }

    @Test
    void the_jobs_that_it_holds_are_shown_until_it_has_them_no_more() {
        var job = submitOne(job("held"));
        var runner = runner("holder");
        var grant = runner.starts();
        engine.runners().saw(List.of(new Sighting(runner.holder, Capabilities.of(List.of()), 1)));

        assertThat(shown("holder").orElseThrow().leases())
                .hasSize(1)
                .first()
                .extracting(HeldJob::job, HeldJob::attempt, HeldJob::epoch)
                .containsExactly(job, 1, 1);

        runner.told(grant, runner.complete(grant, Ending.SUCCEEDED));
        assertThat(shown("holder").orElseThrow().leases()).isEmpty();
    }

    @Test
    void the_same_runners_written_by_many_at_once_are_there_once() {
        var tasks = new ArrayList<Callable<Integer>>();
        for (int thread = 0; thread < 4; thread++) {
            boolean backwards = thread % 2 == 1;
            tasks.add(
                    () -> {
                        var all =
                                new ArrayList<>(
                                        IntStream.range(0, 50)
                                                .mapToObj(i -> sighting("many" + i, i))
                                                .toList());
                        engine.runners().saw(backwards ? all.reversed() : all);
                        return 0;
                    });
        }
        together(tasks);

        assertThat(engine.runners().list(RECENTLY, 10_000))
                .filteredOn(
                        runner ->
                                runner.holder().runner().value().startsWith("many")
                                        && runner.holder().runner().value().endsWith("-" + tag))
                .hasSize(50);
    }
}
