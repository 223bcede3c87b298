package dev.baton.simulation;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobState;
import dev.baton.store.Rules;

import java.time.Instant;

/// Rules whose every decision is looked at.
record WatchedRules(Rules rules, Oracle oracle, World world) implements Rules {
    @Override
    public Decision.Accept submit(JobId id, JobPlan plan, int needs, String by, Instant now) {
        return rules.submit(id, plan, needs, by, now);
    }

    @Override
    public Decision decide(Job job, Command command, Instant now) {
        var decision = rules.decide(job, command, now);
        if (!(command instanceof Command.Beat)) {
            world.story()
                    .tell(
                            job.id(),
                            () ->
                                    "%s in %s: %s"
                                            .formatted(
                                                    command.getClass().getSimpleName(),
                                                    job.state().getClass().getSimpleName(),
                                                    outcome(decision)));
        }
        if (decision instanceof Decision.Accept accept) {
            look(job, command, accept.next(), now);
        }
        return decision;
    }

    private static String outcome(Decision decision) {
        return switch (decision) {
            case Decision.Accept accept -> accept.next().state().toString();
            case Decision.Repeat repeat -> "again " + repeat.answer();
            case Decision.Refuse refuse -> "refused, " + refuse.reason();
        };
    }

    private void look(Job job, Command command, Job next, Instant now) {
        if (job.isFinished()) {
            oracle.violate("terminal is terminal", job.id(), command + " changed it");
        }
        if (command instanceof Command.LeaseMessage message && !isLive(job, message, now)) {
            oracle.violate("only the live lease changes a job", job.id(), "" + command);
        }
        if (command instanceof Command.Complete complete) {
            world.calls().reported(job.id(), complete.lease().epoch(), complete.report().ending());
        }
        if (next.epoch() < job.epoch()
                || (command instanceof Command.Claim && next.epoch() == job.epoch())) {
            oracle.violate("epochs grow with each lease", job.id(), "epoch " + next.epoch());
        }
        if (command instanceof Command.Sweep
                && job.state() instanceof JobState.Running running
                && now.isBefore(running.lease().expiresAt())) {
            oracle.violate("nobody loses a lease before its end", job.id(), "" + command);
        }
        if (job.state() instanceof JobState.Canceling
                && next.state() instanceof JobState.Finished done
                && done.outcome().status() == FinalStatus.SUCCEEDED) {
            oracle.violate("a canceled job never succeeds", job.id(), "" + command);
        }
    }

    private static boolean isLive(Job job, Command.LeaseMessage message, Instant now) {
        return job.state() instanceof JobState.Held held
                && held.lease().epoch() == message.lease().epoch()
                && held.lease().digest().equals(message.lease().digest())
                && held.lease().holder().equals(message.by())
                && now.isBefore(held.lease().expiresAt());
    }
}
