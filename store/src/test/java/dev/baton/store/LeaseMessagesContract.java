package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.Refusal;
import dev.baton.core.Report;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// What runners say, what they are answered, and what they are answered when they say it again.
abstract class LeaseMessagesContract extends EngineContract {
    LeaseMessagesContract(TestStore store) {
        super(store);
    }

    private TestRunner runner;

    private Grant claimed(Draft job) {
        submit(job);
        runner = runner("r");
        return runner.claims();
    }

    private Grant started(Draft job) {
        var grant = claimed(job);
        runner.told(grant, runner.ack(grant));
        return grant;
    }

    @Test
    void a_lease_that_is_acknowledged_is_running() {
        var grant = claimed(job("a"));
        assertStatus(grant.job(), Status.LEASED);

        assertThat(runner.told(grant, runner.ack(grant)))
                .isEqualTo(new Answer.Acknowledged(TERMS.ttl()));

        assertStatus(grant.job(), Status.RUNNING);
        assertThat(view(grant.job()).times().started()).isNotNull();
        assertThat(view(grant.job()).runner()).isEqualTo(runner.holder.runner().value());
    }

    @Test
    void an_acknowledgement_that_is_repeated_is_answered_again_and_changes_nothing() {
        var grant = started(job("a"));
        var lines = events(grant.job()).size();

        assertThat(runner.toldAgain(grant, runner.ack(grant)))
                .isInstanceOf(Answer.Acknowledged.class);

        assertThat(events(grant.job())).hasSize(lines);
    }

    @Test
    void a_beat_renews_the_lease() {
        var grant = started(job("a"));
        for (int i = 0; i < 5; i++) {
            pass(TERMS.ttl().minusSeconds(10));
            assertThat(runner.told(grant, runner.beat(grant)))
                    .isEqualTo(new Answer.Renewed(TERMS.ttl(), null));
        }

        sweepAfter(Duration.ofSeconds(1));
        assertStatus(grant.job(), Status.RUNNING);
    }

    @Test
    void a_beat_brings_progress_that_readers_see() {
        var grant = started(job("a"));
        var beat = new Addressed(grant.job(), runner.beat(grant), "{\"step\":3}");

        engine.exchange(runner.holder, List.of(beat), List.of());

        assertThat(view(grant.job()).progress()).isEqualTo("{\"step\":3}");
    }

    @Test
    void a_beat_that_is_refused_brings_no_progress() {
        var grant = started(job("a"));
        runner.told(grant, runner.complete(grant, Ending.SUCCEEDED));
        var beat = new Addressed(grant.job(), runner.beat(grant), "{\"step\":3}");

        engine.exchange(runner.holder, List.of(beat), List.of());

        assertThat(view(grant.job()).progress()).isNull();
    }

    @Test
    void a_result_that_is_accepted_ends_the_job() {
        var grant = started(job("a"));
        var report = new Report(Ending.SUCCEEDED, 0, "all green", null, "{\"tests\":12}");

        assertThat(runner.told(grant, runner.complete(grant, report)))
                .isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));

        var view = view(grant.job());
        assertThat(view.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(view.outcome().cause()).isEqualTo("REPORTED");
        assertThat(view.outcome().why()).isEqualTo("all green");
        assertThat(view.outcome().report()).isEqualTo("{\"tests\":12}");
        assertThat(view.times().finished()).isNotNull();
        assertThat(
                        store.count(
                                "SELECT exit_code FROM job_state WHERE job_id = "
                                        + grant.job().value()))
                .isZero();
    }

    @Test
    void a_result_that_is_repeated_gets_the_same_answer_and_ends_the_job_once() {
        var grant = started(job("a"));
        runner.told(grant, runner.complete(grant, Ending.SUCCEEDED));

        for (int i = 0; i < 3; i++) {
            assertThat(runner.toldAgain(grant, runner.complete(grant, Ending.ERROR)))
                    .isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));
        }

        assertStatus(grant.job(), Status.SUCCEEDED);
        assertThat(finishedLines(grant.job())).isEqualTo(1);
    }

    @Test
    void a_result_sent_by_many_threads_at_once_ends_the_job_once() {
        for (int round = 0; round < 20; round++) {
            var grant = started(job("a"));
            var teller = runner;

            var decisions =
                    together(
                            8,
                            () ->
                                    tell(grant.job(), teller.complete(grant, Ending.SUCCEEDED))
                                            .getClass()
                                            .getSimpleName());

            assertThat(decisions).containsOnlyOnce("Accept").doesNotContain("Refuse");
            assertThat(finishedLines(grant.job())).isEqualTo(1);
        }
    }

    @Test
    void work_that_is_tried_again_has_another_attempt_and_a_higher_epoch() {
        var grant = started(job("a").retriedAfterErrors(2));

        assertThat(runner.told(grant, runner.complete(grant, Ending.ERROR)))
                .isEqualTo(new Answer.Completed(null));

        var again = runner.starts();
        assertThat(again.job()).isEqualTo(grant.job());
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.epoch()).isEqualTo(2);
        assertThat(again.leaseId()).isNotEqualTo(grant.leaseId());
        assertThat(runner.toldAgain(grant, runner.complete(grant, Ending.ERROR)))
                .isEqualTo(new Answer.Completed(null));
        runner.told(again, runner.complete(again, Ending.ERROR));
        assertThat(view(grant.job()).outcome().cause()).isEqualTo("ATTEMPTS_EXHAUSTED");
    }

    @Test
    void work_that_asks_for_a_delay_waits_for_it() {
        var grant = started(job("a").retriedAfterErrors(3));
        var later = new Report(Ending.RETRY, null, "busy", Duration.ofMinutes(10), "{}");
        runner.told(grant, runner.complete(grant, later));
        runner.wants(1);

        assertThat(view(grant.job()).waits()).startsWith("until ");
        sweepAfter(Duration.ofMinutes(9));
        settle();
        assertThat(runner.arrived()).isEmpty();

        sweepAfter(Duration.ofMinutes(2));
        assertThat(runner.granted().attempt()).isEqualTo(2);
    }

    @Test
    void a_job_that_is_given_back_is_queued_again_at_the_same_attempt() {
        var grant = started(job("a"));

        assertThat(runner.told(grant, runner.release(grant))).isEqualTo(new Answer.Released());
        assertThat(runner.toldAgain(grant, runner.release(grant))).isEqualTo(new Answer.Released());

        var again = runner.claims();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.epoch()).isEqualTo(2);
        assertThat(runner.refused(grant, runner.beat(grant))).isEqualTo(Refusal.LEASE_RELEASED);
    }

    @Test
    void a_cancel_that_nobody_asked_for_cannot_be_confirmed() {
        var grant = started(job("a"));

        assertThat(runner.refused(grant, runner.confirmCancel(grant)))
                .isEqualTo(Refusal.CANCEL_NOT_REQUESTED);
        assertStatus(grant.job(), Status.RUNNING);
    }

    @Test
    void a_lease_is_of_no_use_to_anyone_else() {
        var grant = started(job("a"));
        var thief = new LeaseHolder(runner.holder.runner(), "tok_stolen");
        var other = runner("other");

        for (var by : List.of(thief, other.holder)) {
            var lease = TestRunner.lease(grant);
            for (var command :
                    List.of(
                            new Command.Acknowledge(lease, by),
                            new Command.Beat(lease, by),
                            new Command.Complete(lease, by, Report.of(Ending.SUCCEEDED)),
                            new Command.Release(lease, by, ""))) {
                assertThat(tell(grant.job(), command))
                        .isEqualTo(new Decision.Refuse(Refusal.UNKNOWN_LEASE));
            }
        }
        assertStatus(grant.job(), Status.RUNNING);
    }

    @Test
    void a_secret_that_is_wrong_or_of_another_epoch_is_refused() {
        var grant = started(job("a"));
        var later = new LeaseRef(2, grant.leaseId().digest());
        var digest = grant.leaseId().digest();
        var wrong =
                new LeaseRef(
                        1,
                        new dev.baton.core.LeaseDigest(
                                digest.first(),
                                digest.second(),
                                digest.third(),
                                digest.fourth() ^ 1));

        for (var lease : List.of(later, wrong)) {
            assertThat(tell(grant.job(), new Command.Beat(lease, runner.holder)))
                    .isEqualTo(new Decision.Refuse(Refusal.UNKNOWN_LEASE));
        }
    }

    @Test
    void a_message_for_a_job_that_does_not_exist_is_refused_and_the_others_are_heard() {
        var grant = started(job("a"));
        var replies =
                engine.exchange(
                        runner.holder,
                        List.of(
                                Addressed.of(new JobId(987_654_321), runner.beat(grant)),
                                Addressed.of(grant.job(), runner.beat(grant))),
                        List.of());

        assertThat(replies.get(0))
                .isEqualTo(new Reply(new Decision.Refuse(Refusal.UNKNOWN_LEASE), null));
        assertThat(replies.get(1).decision()).isInstanceOf(Decision.Accept.class);
    }

    @Test
    void the_messages_of_one_exchange_are_decided_in_their_order() {
        var grant = claimed(job("a"));

        var replies =
                engine.exchange(
                        runner.holder,
                        List.of(
                                Addressed.of(grant.job(), runner.ack(grant)),
                                Addressed.of(grant.job(), runner.beat(grant)),
                                Addressed.of(grant.job(), runner.complete(grant, Ending.SUCCEEDED)),
                                Addressed.of(grant.job(), runner.beat(grant))),
                        List.of());

        assertThat(replies.stream().map(reply -> reply.decision().getClass().getSimpleName()))
                .containsExactly("Accept", "Accept", "Accept", "Refuse");
        assertThat(events(grant.job()))
                .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
    }

    @Test
    void the_listener_hears_of_refusals_and_changes() {
        var grant = started(job("a"));
        runner.told(grant, runner.complete(grant, Ending.SUCCEEDED));
        recorder.refusals.clear();
        runner.refused(grant, runner.beat(grant));
        settle();

        assertThat(recorder.refusals).containsExactly(Refusal.LEASE_COMPLETED);
        assertThat(
                        recorder.changes.stream()
                                .filter(change -> change.job().id().equals(grant.job()))
                                .flatMap(change -> change.events().stream())
                                .map(event -> event.kind().name()))
                // Each lane tells of its own commits: with several, in any order.
                .containsExactlyInAnyOrderElementsOf(events(grant.job()));
    }
}
