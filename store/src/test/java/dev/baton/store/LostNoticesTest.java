package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseTerms;
import dev.baton.core.RunnerId;
import dev.baton.testkit.ManualClock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Two orchestrators on one store that do not hear each other: what they find when they look for themselves.
class LostNoticesTest {
    private final MemoryStore store =
            new MemoryStore(ManualClock.startingAt(Instant.parse("2026-01-04T08:00:00Z")));
    private final List<Notice> lost = new ArrayList<>();
    private final SteppedEngine here = engine(new Recorder());
    private final SteppedEngine there = engine(new Recorder());
    private final List<Grant> granted = new ArrayList<>();

    private SteppedEngine engine(CommitListener listener) {
        Consumer<Notice> nobody = lost::add;
        return new SteppedEngine(
                store,
                1,
                Rules.of(LeaseTerms.DEFAULTS),
                new SteppedEngine.Circumstances(
                        System::nanoTime,
                        () -> new Random(1),
                        () -> CommitFate.DONE,
                        nobody,
                        true,
                        RunParts.MAX_COST),
                listener);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void park(int runners, String... tags) {
        for (int i = 0; i < runners; i++) {
            var holder = new LeaseHolder(new RunnerId("r" + i + String.join("-", tags)), "tok");
            there.engine()
                    .demand(holder, Capabilities.of(List.of(tags)), false, this::take)
                    .want(1);
        }
        there.step();
    }

    private boolean take(List<Grant> grants) {
        return granted.addAll(grants);
    }

    @Test
    void one_look_around_wakes_every_parked_runner_that_there_is_work_for() {
        park(1_000);
        here.engine().submit(Draft.run(Draft.many(700, i -> Draft.job("job" + i))));
        assertThat(lost).isNotEmpty();
        assertThat(granted).isEmpty();

        there.lookAround();

        assertThat(granted).hasSize(700);
        assertThat(granted).extracting(Grant::job).doesNotHaveDuplicates();
    }

    @Test
    void runners_of_each_kind_are_woken_for_what_they_can_do() {
        park(50, "zone=a");
        park(50, "zone=b");
        here.engine()
                .submit(Draft.run(Draft.many(80, i -> Draft.job("job" + i).requiring("zone=b"))));

        there.lookAround();

        assertThat(granted).hasSize(50);
    }
}
