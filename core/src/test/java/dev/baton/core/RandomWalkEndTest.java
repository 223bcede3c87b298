package dev.baton.core;

import static dev.baton.core.Jobs.RULES;
import static dev.baton.core.RandomWalk.always;

import dev.baton.core.Command.NeedMet;
import dev.baton.core.Decision.Accept;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Gated;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Ready;
import dev.baton.core.JobState.Running;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/// That each job ends, or waits where time does nothing, whatever happens to it, in whatever order.
class RandomWalkEndTest {
    /// For what goes on from every step to the end of the job.
    private static final int FEWER_WALKS = 2_000;

    /// When all fall silent, time alone brings a job to its end, or to where it waits for someone: for a need, for
    /// room at its gate, for a runner.
    @Test
    void silence_ends_every_job_or_leaves_it_waiting_where_time_does_nothing() {
        always(step -> waitedOut(step.after()).deadline().isEmpty());
    }

    @Test
    void a_job_that_is_claimed_by_one_runner_after_the_other_that_falls_silent_ends() {
        always(FEWER_WALKS, step -> playedOut(step.after(), step.now(), false).isFinished());
    }

    @Test
    void a_job_that_kills_every_runner_that_acknowledges_it_ends() {
        always(FEWER_WALKS, step -> playedOut(step.after(), step.now(), true).isFinished());
    }

    @Test
    void a_sweep_after_the_deadline_leaves_nothing_but_cancels_to_be_finished() {
        always(
                step -> {
                    var deadline = step.before().plan().deadline();
                    return deadline == null
                            || step.now().isBefore(deadline)
                            || !(step.command() instanceof Command.Sweep)
                            || step.before().state() instanceof Canceling
                            || step.after().isFinished();
                });
    }

    @Test
    void exactly_the_delayed_the_held_and_what_has_to_be_over_by_a_time_are_looked_at() {
        always(
                step ->
                        step.after().deadline().isPresent()
                                == switch (step.after().state()) {
                                    case Delayed _, Leased _, Running _, Canceling _ -> true;
                                    case Blocked _, Gated _, Ready _ ->
                                            step.after().plan().deadline() != null;
                                    case Finished _ -> false;
                                });
    }

    @Test
    void the_sweep_acts_exactly_when_the_deadline_has_come() {
        always(
                step -> {
                    var due =
                            step.after()
                                    .deadline()
                                    .filter(deadline -> !step.now().isBefore(deadline))
                                    .isPresent();
                    var swept = RULES.decide(step.after(), new Command.Sweep(), step.now());
                    return swept instanceof Accept == due;
                });
    }

    @Test
    void bad_luck_is_tolerated_up_to_its_bounds_and_one_more_ends_the_job() {
        always(
                step -> {
                    var tally = step.after().tally();
                    var bounds = step.after().plan().retry().tolerance();
                    int over = step.after().isFinished() ? 1 : 0;
                    return tally.losses() <= bounds.losses() + over
                            && tally.unacknowledged() <= bounds.unacknowledged() + over
                            && tally.releases() <= bounds.releases() + over;
                });
    }

    @Test
    void attempts_only_grow_by_one_and_never_beyond_the_most() {
        always(
                step -> {
                    int more = step.after().state().attempt() - step.before().state().attempt();
                    return (more == 0 || more == 1)
                            && step.after().state().attempt()
                                    <= step.after().plan().retry().maxAttempts();
                });
    }

    private static Job waitedOut(Job job) {
        var deadline = job.deadline();
        for (int sweeps = 0; deadline.isPresent() && sweeps < 3; sweeps++) {
            job = accepted(job, new Command.Sweep(), deadline.get());
            deadline = job.deadline();
        }
        return job;
    }

    /// Everybody does what brings the job to a runner, and no runner is heard of after that.
    private static Job playedOut(Job job, Instant now, boolean acknowledge) {
        var bounds = job.plan().retry().tolerance();
        int leases = bounds.losses() + bounds.unacknowledged() + bounds.releases() + 4;
        int stepsForEach = 5;
        for (int i = 0; i < leases * stepsForEach && !job.isFinished(); i++) {
            boolean waits = job.state() instanceof Delayed || job.state() instanceof Held;
            now = waits ? job.deadline().filter(now::isBefore).orElse(now) : now;
            if (job.isTooLate(now)) {
                return accepted(job, new Command.Sweep(), now);
            }
            job =
                    switch (job.state()) {
                        case Blocked _ -> accepted(job, new NeedMet(Jobs.NEED), now);
                        case Gated _ -> accepted(job, new Command.Admit(), now);
                        case Ready _ -> claimed(job, now, acknowledge);
                        case Delayed _, Held _ -> accepted(job, new Command.Sweep(), now);
                        case Finished _ -> job;
                    };
        }
        return job;
    }

    private static Job claimed(Job ready, Instant now, boolean acknowledge) {
        var runner = Jobs.runner(ready.epoch());
        var leased = accepted(ready, Jobs.claim(runner, 1), now);
        var ref = new LeaseRef(leased.epoch(), Jobs.digest(1));
        return acknowledge ? accepted(leased, new Command.Acknowledge(ref, runner), now) : leased;
    }

    private static Job accepted(Job job, Command command, Instant now) {
        return ((Accept) RULES.decide(job, command, now)).next();
    }
}
