package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.store.Views.AttemptView;

import org.junit.jupiter.api.Test;

import java.util.List;

/// What is kept of the attempts at a job.
abstract class AttemptsContract extends EngineContract {
    AttemptsContract(TestStore store) {
        super(store);
    }

    private List<AttemptView> attempts(JobId job) {
        return engine.views().attempts(job);
    }

    private static Report failure(String document) {
        return new Report(Ending.ERROR, 1, "it failed", null, document);
    }

    @Test
    void a_job_that_nobody_had_has_no_attempts() {
        assertThat(attempts(submitOne(job("new")))).isEmpty();
        assertThat(attempts(new JobId(999_999_999))).isEmpty();
    }

    @Test
    void what_an_attempt_reported_outlives_it_though_another_ended_the_job() {
        var id = submitOne(job("flaky").retriedAfterErrors(2));
        var runner = runner("r");
        var first = runner.starts();
        runner.told(first, runner.complete(first, failure("{\"error\":{\"type\":\"Oops\"}}")));
        var second = runner.starts();
        runner.told(second, runner.complete(second, Ending.SUCCEEDED));

        var attempts = attempts(id);

        assertThat(attempts).extracting(AttemptView::attempt).containsExactly(1, 2);
        assertThat(attempts).extracting(AttemptView::epoch).containsExactly(1, 2);
        assertThat(attempts)
                .extracting(AttemptView::ending)
                .containsExactly(Ending.ERROR, Ending.SUCCEEDED);
        var lost = attempts.getFirst();
        assertThat(lost.runner()).isEqualTo(runner.holder.runner().value());
        assertThat(lost.report()).isEqualTo("{\"error\":{\"type\":\"Oops\"}}");
        assertThat(lost.why()).isEqualTo("it failed");
        assertThat(lost.granted()).isNotNull().isBeforeOrEqualTo(lost.started());
        assertThat(lost.started()).isBeforeOrEqualTo(lost.ended());
        assertThat(attempts.getLast().started()).isAfterOrEqualTo(lost.ended());
        assertThat(attempts.getLast().ended()).isNotNull();
        assertThat(attempts.getLast().granted())
                .isAfterOrEqualTo(lost.ended())
                .isBeforeOrEqualTo(attempts.getLast().started());
    }

    @Test
    void a_lease_that_ended_without_a_report_says_how() {
        var id = submitOne(job("unlucky"));
        var runner = runner("r");
        runner.claims();
        sweepAfter(TERMS.ackTimeout());
        var released = runner.claims();
        runner.told(released, runner.release(released));
        runner.starts();
        sweepAfter(TERMS.ttl());
        runner.starts();

        var attempts = attempts(id);

        assertThat(attempts)
                .extracting(AttemptView::ending)
                .containsExactly(Ending.UNACKNOWLEDGED, Ending.RELEASED, Ending.LOST, null);
        assertThat(attempts).extracting(AttemptView::attempt).containsExactly(1, 1, 1, 2);
        assertThat(attempts.getFirst().started()).isNull();
        assertThat(attempts.getLast().ended()).isNull();
    }

    @Test
    void the_last_attempt_says_how_it_ended_though_nobody_reported_it() {
        var id = submitOne(job("slow").maxRuntime(TERMS.ttl().dividedBy(4)));
        runner("r").starts();
        sweepAfter(TERMS.ttl().dividedBy(4).plus(TERMS.runtimeGrace()));

        assertThat(attempts(id)).extracting(AttemptView::ending).containsExactly(Ending.TIMED_OUT);
    }
}
