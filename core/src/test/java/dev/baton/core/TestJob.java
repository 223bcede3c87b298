package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;

/// A job with a clock of its own: what the rules accept becomes of it.
final class TestJob {
    private Job job;
    private Instant now;
    private Holding lease = new Holding(new LeaseRef(1, Jobs.digest(1)), Jobs.ALICE);

    TestJob(Job job, Instant now) {
        this.job = job;
        this.now = now;
    }

    /// What the rules say to the command; if they accept, the job has changed.
    Decision hears(Command command) {
        var decision = Jobs.RULES.decide(job, command, now);
        if (decision instanceof Decision.Accept accept) {
            job = accept.next();
            if (command instanceof Command.Claim claim) {
                lease = new Holding(new LeaseRef(job.epoch(), claim.digest()), claim.holder());
            }
        }
        return decision;
    }

    Decision.Accept accepts(Command command) {
        var decision = hears(command);
        assertThat(decision).isInstanceOf(Decision.Accept.class);
        return (Decision.Accept) decision;
    }

    Answer answers(Command command) {
        return accepts(command).answer();
    }

    TestJob after(Duration time) {
        now = now.plus(time);
        return this;
    }

    /// Time has moved on to the job's deadline, and the sweep comes by.
    Decision.Accept swept() {
        now = job.deadline().orElseThrow();
        return accepts(new Command.Sweep());
    }

    TestJob claimed() {
        return claimed(Jobs.ALICE);
    }

    TestJob claimed(LeaseHolder holder) {
        accepts(Jobs.claim(holder, job.epoch() + 1));
        return this;
    }

    TestJob acknowledged() {
        accepts(lease.acknowledge());
        return this;
    }

    /// The newest lease, or the first one before it is granted.
    Holding lease() {
        return lease;
    }

    Job job() {
        return job;
    }

    Instant now() {
        return now;
    }

    JobState state() {
        return job.state();
    }

    <S extends JobState> S as(Class<S> state) {
        assertThat(job.state()).isInstanceOf(state);
        return state.cast(job.state());
    }

    Outcome outcome() {
        return as(JobState.Finished.class).outcome();
    }
}
