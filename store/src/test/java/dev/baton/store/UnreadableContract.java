package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A job whose plan cannot be read any more ends with the reason, and is in nobody's way.
abstract class UnreadableContract extends EngineContract {
    UnreadableContract(TestStore store) {
        super(store);
    }

    /// Damages what is stored of a job, behind the back of an engine that must not remember it.
    private void damage(JobId... jobs) {
        for (JobId job : jobs) {
            var forger = new Forger(store, job);
            forger.sql("UPDATE job SET plan = '{\"prio' WHERE job_id = JOB");
            forger.reseal();
        }
        engine.close();
        engine = store.open(TERMS, recorder);
    }

    private void assertUnreadable(JobId job) {
        assertStatus(job, Status.FAILED);
        assertThat(view(job).outcome().cause()).isEqualTo(Cause.UNREADABLE.name());
        assertThat(view(job).outcome().why()).contains("cannot be read");
        assertThat(finishedLines(job)).isEqualTo(1);
    }

    @Test
    void it_does_not_block_the_queue_behind_it() {
        var created = submit(job("bad").priority(5), job("good"));
        damage(created.jobs().get(0));

        var runner = runner("r");
        assertThat(runner.does().job()).isEqualTo(created.jobs().get(1));

        assertUnreadable(created.jobs().get(0));
    }

    @Test
    void a_queue_full_of_them_is_passed_in_one_go() {
        var drafts = new ArrayList<Draft>();
        for (int i = 0; i < 25; i++) {
            drafts.add(job("bad" + i));
        }
        drafts.add(job("good"));
        var jobs = submit(drafts.toArray(Draft[]::new)).jobs();
        damage(jobs.subList(0, 25).toArray(JobId[]::new));

        assertThat(runner("r").does().job()).isEqualTo(jobs.getLast());

        jobs.subList(0, 25).forEach(this::assertUnreadable);
    }

    @Test
    void those_that_need_it_do_not_wait_for_ever() {
        var jobs = submit(job("bad"), job("dependent").needing(0)).jobs();
        damage(jobs.get(0));

        runner("r").wants(1);
        settle();

        assertUnreadable(jobs.get(0));
        assertStatus(jobs.get(1), Status.CANCELED);
    }

    @Test
    void one_that_needs_others_ends_when_they_are_done() {
        var jobs = submit(job("good"), job("bad").needing(0)).jobs();
        damage(jobs.get(1));

        runner("r").does();
        settle();

        assertUnreadable(jobs.get(1));
    }

    @Test
    void its_place_at_a_gate_goes_to_the_next() {
        String gate = "g-" + tag;
        var jobs =
                submit(
                                job("bad").gate(gate, 1),
                                job("bad too").gate(gate, 1),
                                job("good").gate(gate, 1))
                        .jobs();
        damage(jobs.get(0), jobs.get(1));

        assertThat(runner("r").does().job()).isEqualTo(jobs.get(2));

        List.of(jobs.get(0), jobs.get(1)).forEach(this::assertUnreadable);
    }

    @Test
    void it_can_be_canceled_like_any_other_and_has_ended_by_then() {
        var job = submitOne(job("bad"));
        damage(job);
        cancel(job);
        assertUnreadable(job);
    }

    @Test
    void one_that_is_held_is_finished_by_its_runner() {
        var job = submitOne(job("held"));
        var runner = runner("r");
        var grant = runner.starts();
        var forger = new Forger(store, job);
        forger.sql("UPDATE job SET plan = 'x' WHERE job_id = JOB");
        forger.reseal();
        engine.close();
        engine = store.open(TERMS, recorder);
        var again = new TestRunner(engine, "r-" + tag, tag);

        again.told(grant, again.complete(grant, Ending.SUCCEEDED));

        again.close();
        assertStatus(job, Status.SUCCEEDED);
    }

    @Test
    void one_that_was_delayed_ends_when_its_time_has_come() {
        var now = view(submitOne(job("a").requiring(lonelyTag()))).times().created();
        var job = submitOne(job("bad").notBefore(now.plus(Duration.ofMinutes(30))));
        damage(job);
        sweepAfter(Duration.ofMinutes(31));
        assertUnreadable(job);
    }
}
