package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Refusal;
import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// A cancel always ends, and what a runner disowns is taken back.
abstract class CancelingContract extends EngineContract {
    CancelingContract(TestStore store) {
        super(store);
    }

    private static Answer answer(Decision decision) {
        return ((Decision.Accept) decision).answer();
    }

    @Test
    void a_queued_job_is_canceled_at_once() {
        var job = submitOne(job("a"));

        assertThat(answer(cancel(job))).isEqualTo(new Answer.Done());

        assertStatus(job, Status.CANCELED);
        assertThat(view(job).outcome().cause()).isEqualTo("CANCELED_IN_QUEUE");
        assertThat(view(job).outcome().why()).contains("not wanted any more");
        var runner = runner("r").wants(1);
        settle();
        assertThat(runner.arrived()).isEmpty();
    }

    @Test
    void a_leased_job_waits_for_its_runner_to_confirm() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.claims();

        cancel(job);

        assertStatus(job, Status.CANCELING);
        assertThat(runner.told(grant, runner.confirmCancel(grant)))
                .isEqualTo(new Answer.CancelConfirmed());
        assertThat(runner.toldAgain(grant, runner.confirmCancel(grant)))
                .isEqualTo(new Answer.CancelConfirmed());
        assertThat(view(job).outcome().cause()).isEqualTo("CANCEL_CONFIRMED");
    }

    @Test
    void a_running_job_learns_of_it_in_every_beat() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();
        cancel(job);

        var renewed = (Answer.Renewed) runner.told(grant, runner.beat(grant));

        assertThat(renewed.cancelLeft()).isNotNull().isLessThanOrEqualTo(TERMS.cancelDeadline());
        var lease = engine.views().leasesOf(runner.holder).getFirst();
        assertThat(lease.cancel()).isNotNull();
        assertThat(lease.cancel().reason()).isEqualTo("not wanted any more");
        assertThat(lease.cancel().left()).isLessThanOrEqualTo(TERMS.cancelDeadline());
        runner.told(grant, runner.confirmCancel(grant));
        assertThat(view(job).times().started()).isNotNull();
    }

    @Test
    void a_result_that_comes_after_the_cancel_ends_the_job_as_canceled() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();
        cancel(job);

        assertThat(runner.told(grant, runner.complete(grant, Ending.SUCCEEDED)))
                .isEqualTo(new Answer.Completed(FinalStatus.CANCELED));
        assertThat(runner.toldAgain(grant, runner.complete(grant, Ending.SUCCEEDED)))
                .isEqualTo(new Answer.Completed(FinalStatus.CANCELED));
        assertThat(view(job).outcome().why()).contains("the runner reported SUCCEEDED");
    }

    @Test
    void giving_back_canceled_work_confirms_the_cancel() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();
        cancel(job);

        assertThat(runner.told(grant, runner.release(grant)))
                .isEqualTo(new Answer.CancelConfirmed());
        assertStatus(job, Status.CANCELED);
    }

    @Test
    void a_cancel_that_is_repeated_changes_nothing() {
        var job = submitOne(job("a"));
        runner("r").starts();
        cancel(job);
        var lines = events(job);

        assertThat(cancel(job)).isEqualTo(new Decision.Repeat(new Answer.Done()));
        assertThat(events(job)).isEqualTo(lines);
    }

    @Test
    void a_finished_job_cannot_be_canceled() {
        var job = submitOne(job("a"));
        runner("r").does();

        assertThat(cancel(job)).isEqualTo(new Decision.Refuse(Refusal.ALREADY_FINISHED));
        assertStatus(job, Status.SUCCEEDED);
    }

    @Test
    void a_run_is_canceled_job_by_job_in_one_transaction() {
        var created = submit(job("done"), job("running"), job("queued"), job("blocked").needing(2));
        var runner = runner("r");
        runner.does();
        runner.starts();
        var cancel = new Command.Cancel("user:ann", "all of it");

        var replies =
                engine.tell(created.jobs().stream().map(job -> Addressed.of(job, cancel)).toList());

        assertThat(replies.stream().map(reply -> reply.decision().getClass().getSimpleName()))
                .containsExactly("Refuse", "Accept", "Accept", "Accept");
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.SUCCEEDED, 1, Status.CANCELING, 1, Status.CANCELED, 2));
    }

    @Test
    void complete_against_cancel_the_first_commit_wins() {
        for (int round = 0; round < 30; round++) {
            var job = submitOne(job("a"));
            var runner = runner("r" + round);
            var grant = runner.starts();

            var answers =
                    together(
                            List.<Callable<Decision>>of(
                                    () -> tell(job, runner.complete(grant, Ending.SUCCEEDED)),
                                    () -> cancel(job)));

            boolean completedFirst = answers.get(1) instanceof Decision.Refuse;
            var expected = completedFirst ? FinalStatus.SUCCEEDED : FinalStatus.CANCELED;
            assertThat(answer(answers.get(0))).isEqualTo(new Answer.Completed(expected));
            assertThat(status(job).name()).isEqualTo(expected.name());
            assertThat(finishedLines(job)).isEqualTo(1);
        }
    }

    @Test
    void a_job_can_be_requeued_and_canceled_in_one_transaction() {
        var job = submitOne(job("a").retriedAfterErrors(3));
        var runner = runner("r");
        var grant = runner.starts();

        var replies =
                engine.tell(
                        List.of(
                                Addressed.of(job, runner.complete(grant, Ending.ERROR)),
                                Addressed.of(job, new Command.Cancel("user:ann", "enough"))));

        assertThat(replies).allMatch(reply -> reply.decision() instanceof Decision.Accept);
        assertStatus(job, Status.CANCELED);
        assertThat(view(job).attempt()).isEqualTo(2);
        assertThat(runner.toldAgain(grant, runner.complete(grant, Ending.ERROR)))
                .isEqualTo(new Answer.Completed(null));
    }

    @Test
    void a_runner_that_comes_back_keeps_what_it_names_and_loses_the_rest() {
        submit(Draft.many(3, i -> job("job" + i)));
        var runner = runner("r");
        var kept = runner.starts();
        var forgotten = runner.starts();
        var neverArrived = runner.claims();

        int taken = disownAllBut(runner, List.of(new Engine.HeldLease(kept.job(), kept.epoch())));

        assertThat(taken).isEqualTo(2);
        assertStatus(kept.job(), Status.RUNNING);
        assertThat(runner.refused(forgotten, runner.beat(forgotten)))
                .isEqualTo(Refusal.LEASE_REVOKED);
        assertThat(view(forgotten.job()).attempt()).isEqualTo(2);
        assertThat(view(neverArrived.job()).attempt()).isEqualTo(1);
        assertThat(engine.views().leasesOf(runner.holder))
                .extracting(Views.LiveLease::job)
                .containsExactly(kept.job());
    }

    @Test
    void an_old_epoch_is_not_what_a_runner_holds() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var first = runner.starts();
        runner.told(first, runner.release(first));
        runner.starts();

        int taken = disownAllBut(runner, List.of(new Engine.HeldLease(job, first.epoch())));

        assertThat(taken).isEqualTo(1);
        assertStatus(job, Status.QUEUED);
    }

    @Test
    void a_canceled_job_that_its_runner_disowns_is_over() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        runner.starts();
        cancel(job);

        disownAllBut(runner, List.of());

        assertThat(view(job).outcome().cause()).isEqualTo("CANCEL_UNCONFIRMED");
    }

    @Test
    void what_another_credential_of_the_runner_holds_is_left_alone() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        runner.starts();

        var other = new LeaseHolder(runner.holder.runner(), "tok_other");

        assertThat(disownAllBut(other, runner.instance, List.of())).isZero();
        assertStatus(job, Status.RUNNING);
    }

    @Test
    void what_another_process_of_the_runner_holds_is_left_alone() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var lease = runner.starts();
        var other = new InstanceId("another-process");

        assertThat(disownAllBut(runner.holder, other, List.of())).isZero();
        assertThat(disownAllBut(runner.holder, null, List.of())).isZero();
        engine.disown(runner.holder, other, List.of(new Engine.HeldLease(job, lease.epoch())));
        engine.disown(runner.holder, null, List.of(new Engine.HeldLease(job, lease.epoch())));

        assertStatus(job, Status.RUNNING);
        assertThat(engine.views().leasesOf(runner.holder))
                .extracting(Views.LiveLease::instance)
                .containsExactly(runner.instance);
    }

    private int disownAllBut(TestRunner runner, List<Engine.HeldLease> named) {
        return disownAllBut(runner.holder, runner.instance, named);
    }

    private int disownAllBut(
            LeaseHolder holder, @Nullable InstanceId instance, List<Engine.HeldLease> named) {
        var others = engine.heldBesides(holder, instance, named);
        engine.disown(holder, instance, others);
        return others.size();
    }
}
