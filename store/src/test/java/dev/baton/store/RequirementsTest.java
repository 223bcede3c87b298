package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Command;
import dev.baton.core.LeaseTerms;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// Only requirements in use count, and no owner can have all of them.
class RequirementsTest {
    private static final Instant NOW = Instant.parse("2026-01-04T08:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final Recorder recorder = new Recorder();
    private final SteppedEngine engine =
            new SteppedEngine(
                    new MemoryStore(() -> NOW),
                    1,
                    Rules.of(LeaseTerms.DEFAULTS),
                    new SteppedEngine.Circumstances(
                            nanos::get,
                            () -> new Random(1),
                            () -> CommitFate.DONE,
                            _ -> {},
                            true,
                            RunParts.MAX_COST),
                    recorder);

    private Submitted.Created submit(String owner, String prefix, int tags) {
        return (Submitted.Created)
                engine.engine()
                        .submit(
                                Draft.runOf(
                                        owner,
                                        Draft.many(
                                                tags,
                                                i -> Draft.job("j" + i).requiring(prefix + i))));
    }

    private void assertRefused(String owner) {
        assertThatThrownBy(() -> submit(owner, "another-" + owner, 1))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e ->
                                assertThat(e.code())
                                        .isEqualTo(StoreException.Code.TOO_MANY_REQUIREMENTS));
    }

    private void cancel(Submitted.Created run) {
        engine.engine()
                .tell(
                        run.jobs().stream()
                                .map(job -> Addressed.of(job, new Command.Cancel("ann", "done")))
                                .toList());
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        engine.lookAround();
    }

    @Test
    void an_owner_that_has_its_share_is_refused_and_the_others_are_not() {
        submit("greedy", "g", Requirements.MAX_QUEUES_OF_OWNER);

        assertRefused("greedy");

        assertThat(submit("modest", "m", 10).jobs()).hasSize(10);
        assertThat(submit("greedy", "g", 10).jobs()).as("what is in use already").hasSize(10);
    }

    @Test
    void nobody_gets_more_when_all_are_in_use() {
        for (int i = 0; i < Requirements.MAX_QUEUES / Requirements.MAX_QUEUES_OF_OWNER; i++) {
            submit("owner-" + i, "o" + i + "-", Requirements.MAX_QUEUES_OF_OWNER);
        }

        assertRefused("modest");
    }

    @Test
    void requirements_that_no_job_waits_with_any_more_can_be_used_for_others() {
        var run = submit("greedy", "g", Requirements.MAX_QUEUES_OF_OWNER);
        assertRefused("greedy");

        cancel(run);
        pass(Duration.ofSeconds(10));

        assertThat(submit("greedy", "h", Requirements.MAX_QUEUES_OF_OWNER).jobs()).isNotEmpty();
        assertRefused("greedy");
    }

    @Test
    void a_requirement_stays_in_use_while_a_job_waits_with_it_for_whatever_reason() {
        engine.engine()
                .submit(
                        Draft.runOf(
                                "greedy",
                                Draft.job("ready").requiring("ready"),
                                Draft.job("gated 1").requiring("gate").gate("g", 1),
                                Draft.job("gated 2").requiring("gated").gate("g", 1),
                                Draft.job("delayed")
                                        .requiring("delayed")
                                        .notBefore(NOW.plusSeconds(9)),
                                Draft.job("blocked").requiring("blocked").needing(0)));
        submit("greedy", "g", Requirements.MAX_QUEUES_OF_OWNER - 5);

        pass(Duration.ofHours(1));

        assertRefused("greedy");
    }

    @Test
    void a_submission_that_is_refused_takes_no_other_with_it_and_shares_no_transaction() {
        submit("greedy", "g", Requirements.MAX_QUEUES_OF_OWNER);
        recorder.commits.clear();

        var refused = engine.submit(Draft.runOf("greedy", Draft.job("a").requiring("new")));
        var other = engine.submit(Draft.runOf("modest", Draft.job("a").requiring("new")));
        engine.step();

        assertThat(recorder.commits).isEqualTo(List.of(1));
        assertThat(other.get()).isInstanceOf(Submitted.Created.class);
        assertThatThrownBy(refused::get).isInstanceOf(StoreException.class);
    }
}
