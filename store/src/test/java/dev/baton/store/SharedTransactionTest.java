package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseTerms;
import dev.baton.core.RunnerId;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Requests that share a transaction: what one of them asks for does not make the others run again.
class SharedTransactionTest {
    private static final Instant NOW = Instant.parse("2026-01-04T08:00:00Z");

    private final Recorder recorder = new Recorder();
    private final SteppedEngine engine =
            new SteppedEngine(
                    new MemoryStore(() -> NOW),
                    1,
                    Rules.of(LeaseTerms.DEFAULTS),
                    new SteppedEngine.Circumstances(
                            () -> 0,
                            () -> new Random(1),
                            () -> CommitFate.DONE,
                            _ -> {},
                            true,
                            RunParts.MAX_COST),
                    recorder);

    @Test
    void a_job_that_is_submitted_past_its_deadline_does_not_make_the_others_run_again() {
        var granted = new ArrayList<Grant>();
        var runner =
                engine.engine()
                        .demand(
                                new LeaseHolder(new RunnerId("r"), "tok"),
                                Capabilities.of(List.of()),
                                false,
                                granted::addAll);
        runner.want(1);
        var late =
                engine.submit(
                        Draft.run(Draft.job("late").deadline(NOW.minus(Duration.ofHours(1)))));
        var other = engine.submit(Draft.run(Draft.job("other")));

        engine.step();

        assertThat(recorder.commits).containsExactly(2);
        assertThat(late.isAnswered()).isTrue();
        assertThat(other.get()).isInstanceOf(Submitted.Created.class);
        assertThat(granted).hasSize(1);
    }
}
