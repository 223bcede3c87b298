package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Command;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Report;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/// Whatever is done at once and in whatever order, what must be true stays true: [Invariants] are checked after it.
abstract class RandomWalkContract extends EngineContract {
    private static final int WALKERS = 6;
    private static final int STEPS = 120;

    private final List<JobId> jobs = new CopyOnWriteArrayList<>();

    RandomWalkContract(TestStore store) {
        super(store);
    }

    /// One of those that walk: it submits, is a runner, and meddles with what others do.
    private final class Walker implements Callable<Integer> {
        private final Random random;
        private final TestRunner runner;
        private final List<Grant> held = new ArrayList<>();

        Walker(long seed, int number) {
            random = new Random(seed * 1_000 + number);
            runner = runnerWith("walker" + seed + "-" + number, tag, tag + "-" + number % 2);
        }

        @Override
        public Integer call() {
            for (int i = 0; i < STEPS; i++) {
                held.addAll(runner.arrived());
                step();
            }
            return STEPS;
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1 -> submitSome();
                case 2, 3, 4 -> runner.wants(1 + random.nextInt(4));
                case 5 -> sayOfOne(runner::ack);
                case 6 -> sayOfOne(runner::beat);
                case 7, 8 -> finishOne();
                case 9 -> sayOfOne(runner::release);
                case 10 -> cancelOne();
                default -> sweepOrPassTime();
            }
        }

        private void submitSome() {
            int size = 1 + random.nextInt(5);
            jobs.addAll(submit(Draft.many(size, this::draft)).jobs());
        }

        private Draft draft(int place) {
            var draft = job("job" + place).priority(random.nextInt(3)).retriedAfterErrors(3);
            if (random.nextInt(3) == 0) {
                draft.requiring(tag, tag + "-" + random.nextInt(2));
            }
            if (random.nextInt(3) == 0) {
                draft.gate("walk-" + tag + "-" + random.nextInt(2), 1 + random.nextInt(3));
            }
            if (place > 0 && random.nextInt(3) == 0) {
                draft.needing(random.nextInt(place));
            }
            return draft;
        }

        private void sayOfOne(java.util.function.Function<Grant, Command> say) {
            if (!held.isEmpty()) {
                var grant = held.get(random.nextInt(held.size()));
                runner.says(grant.job(), say.apply(grant));
            }
        }

        private void finishOne() {
            if (!held.isEmpty()) {
                var grant = held.get(random.nextInt(held.size()));
                var endings =
                        List.of(Ending.SUCCEEDED, Ending.SUCCEEDED, Ending.ERROR, Ending.RETRY);
                var ending = endings.get(random.nextInt(endings.size()));
                var delay = ending == Ending.RETRY ? Duration.ofSeconds(20) : null;
                var report = new Report(ending, 1, "walked", delay, "{}");
                runner.says(
                        grant.job(),
                        random.nextInt(4) == 0
                                ? runner.confirmCancel(grant)
                                : runner.complete(grant, report));
            }
        }

        private void cancelOne() {
            if (!jobs.isEmpty()) {
                cancel(jobs.get(random.nextInt(jobs.size())));
            }
        }

        private void sweepOrPassTime() {
            if (random.nextInt(3) == 0) {
                pass(Duration.ofSeconds(random.nextInt(25)));
            }
            engine.sweep();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void a_random_walk_of_many_threads_leaves_no_contradiction(long seed) {
        jobs.clear();
        var walkers = IntStream.range(0, WALKERS).mapToObj(i -> new Walker(seed, i)).toList();

        together(walkers);
        settle();
        new Invariants(store).check();

        // And in the end everything ends.
        jobs.forEach(this::cancel);
        sweepAfter(TERMS.ttl().plus(TERMS.cancelDeadline()));
        assertThat(jobs).allMatch(job -> status(job).isFinal());
        assertThat(jobs).allMatch(job -> finishedLines(job) == 1);
    }
}
