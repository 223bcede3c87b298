package dev.baton.core;

import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;

import org.junit.jupiter.api.Test;

import java.util.stream.Stream;

class CancelTest {

    @Test
    void a_queued_job_is_canceled_at_once_whatever_it_waits_for() {
        Stream.of(Jobs.blocked(2), Jobs.delayed(seconds(60)), Jobs.gated(), Jobs.ready())
                .forEach(
                        job -> {
                            job.accepts(Jobs.cancel());
                            assertThat(job.outcome())
                                    .isEqualTo(
                                            new Outcome(
                                                    FinalStatus.CANCELED,
                                                    Cause.CANCELED_IN_QUEUE,
                                                    "canceled: not needed any more",
                                                    null));
                        });
    }

    @Test
    void the_runner_of_a_canceled_job_has_until_the_deadline_to_confirm() {
        var job = Jobs.running().after(seconds(40));

        job.accepts(Jobs.cancel());

        var canceling = job.as(JobState.Canceling.class);
        assertThat(canceling.cancelBy()).isEqualTo(job.now().plus(TERMS.cancelDeadline()));
        assertThat(canceling.startedAt()).isEqualTo(Jobs.START);
        assertThat(canceling.reason()).isEqualTo("not needed any more");
    }

    @Test
    void a_job_that_is_leased_but_not_acknowledged_is_canceled_with_its_runner_too() {
        var job = Jobs.leased();

        job.accepts(Jobs.cancel());

        assertThat(job.as(JobState.Canceling.class).startedAt()).isNull();
    }

    @Test
    void a_confirmed_cancel_ends_the_job_with_what_the_runner_reported() {
        var job = Jobs.canceling();

        var answer = job.answers(job.lease().confirmCancel());

        assertThat(answer).isEqualTo(new Answer.CancelConfirmed());
        assertThat(job.outcome())
                .isEqualTo(
                        new Outcome(
                                FinalStatus.CANCELED,
                                Cause.CANCEL_CONFIRMED,
                                "canceled: not needed any more",
                                Report.of(Ending.CANCELED)));
    }

    @Test
    void a_result_after_the_cancel_request_is_evidence_and_the_job_is_canceled() {
        var job = Jobs.canceling();

        var answer = job.answers(job.lease().complete(Ending.SUCCEEDED));

        assertThat(answer).isEqualTo(new Answer.Completed(FinalStatus.CANCELED));
        assertThat(job.outcome().status()).isEqualTo(FinalStatus.CANCELED);
        assertThat(job.outcome().report()).isEqualTo(Report.of(Ending.SUCCEEDED));
        assertThat(job.outcome().why()).endsWith("the runner reported SUCCEEDED");
    }

    @Test
    void a_failure_after_the_cancel_request_is_not_retried() {
        var job = Jobs.running(RetryPolicy.FUNCTION);
        job.accepts(Jobs.cancel());

        job.accepts(job.lease().complete(Ending.RETRY));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.CANCELED);
    }

    @Test
    void a_cancel_after_the_result_is_too_late() {
        var job = Jobs.succeeded();

        assertThat(job.hears(Jobs.cancel())).isEqualTo(new Refuse(Refusal.ALREADY_FINISHED));
        assertThat(job.outcome().status()).isEqualTo(FinalStatus.SUCCEEDED);
    }

    @Test
    void a_runner_cannot_confirm_a_cancel_that_nobody_requested() {
        var leased = Jobs.leased();
        var running = Jobs.running();

        assertThat(leased.hears(leased.lease().confirmCancel()))
                .isEqualTo(new Refuse(Refusal.CANCEL_NOT_REQUESTED));
        assertThat(running.hears(running.lease().confirmCancel()))
                .isEqualTo(new Refuse(Refusal.CANCEL_NOT_REQUESTED));
        assertThat(Refusal.CANCEL_NOT_REQUESTED.isStale()).isFalse();
    }

    @Test
    void giving_back_a_canceled_job_confirms_the_cancel() {
        var job = Jobs.canceling();

        var answer = job.answers(job.lease().release());

        assertThat(answer).isEqualTo(new Answer.CancelConfirmed());
        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_CONFIRMED);
    }

    @Test
    void a_cancel_that_nobody_confirms_is_forced_at_its_deadline_and_marked() {
        var job = Jobs.canceling();

        job.swept();

        assertThat(job.now()).isEqualTo(Jobs.START.plus(TERMS.cancelDeadline()));
        assertThat(job.outcome().status()).isEqualTo(FinalStatus.CANCELED);
        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_UNCONFIRMED);
        assertThat(job.outcome().why()).endsWith("not confirmed by its deadline");
    }

    @Test
    void a_cancel_is_forced_earlier_if_the_lease_expires() {
        var job = Jobs.running().after(TERMS.ttl().minusSeconds(1));
        job.accepts(Jobs.cancel());

        job.swept();

        assertThat(job.now()).isEqualTo(Jobs.START.plus(TERMS.ttl()));
        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_UNCONFIRMED);
        assertThat(job.outcome().why()).endsWith("its runner was not heard of");
    }

    @Test
    void a_confirmation_after_the_cancel_was_forced_is_stale() {
        var job = Jobs.canceling();
        job.swept();

        assertThat(job.hears(job.lease().confirmCancel()))
                .isEqualTo(new Refuse(Refusal.LEASE_CANCELED));
        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_UNCONFIRMED);
    }

    @Test
    void a_second_cancel_leaves_the_first_deadline_and_reason() {
        var job = Jobs.canceling();
        var first = job.state();

        var second = job.after(seconds(20)).hears(new Command.Cancel("user:bob", "again"));

        assertThat(second).isEqualTo(new Repeat(new Answer.Done()));
        assertThat(job.state()).isEqualTo(first);
    }

    @Test
    void the_audit_names_who_canceled() {
        var job = Jobs.running();

        var event = job.accepts(Jobs.cancel()).events().getFirst();

        assertThat(event)
                .isEqualTo(
                        new Event(
                                Event.Kind.CANCEL_REQUESTED,
                                1,
                                1,
                                "user:ada",
                                "not needed any more"));
    }
}
