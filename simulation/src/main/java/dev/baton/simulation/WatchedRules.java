package dev.baton.simulation;

import dev.baton.core.Cause;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.PastLease;
import dev.baton.store.Rules;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

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
        if (command instanceof Command.Disown disown
                && job.state() instanceof JobState.Held held
                && !Objects.equals(held.lease().instance(), disown.instance())) {
            oracle.violate("only the process that has a lease disowns it", job.id(), "" + command);
        }
        if (command instanceof Command.Retract && !next.tally().equals(job.tally())) {
            oracle.violate("what never arrived is held against no job", job.id(), "" + command);
        }
        if (job.state() instanceof JobState.Held held
                && next.state() instanceof JobState.Finished done
                && done.outcome().cause() == Cause.QUARANTINED) {
            lookAtQuarantine(job, held);
        }
        if (job.state() instanceof JobState.Canceling
                && next.state() instanceof JobState.Finished done
                && done.outcome().status() == FinalStatus.SUCCEEDED) {
            oracle.violate("a canceled job never succeeds", job.id(), "" + command);
        }
    }

    /// Only different runners are evidence: one that lets a job down again and again says nothing about the job.
    private void lookAtQuarantine(Job job, JobState.Held held) {
        var tolerance = job.plan().retry().tolerance();
        int tolerated =
                Math.min(
                        tolerance.losses(),
                        Math.min(tolerance.unacknowledged(), tolerance.releases()));
        long runners =
                Stream.concat(
                                job.past().stream().map(PastLease::holder),
                                Stream.of(held.lease().holder()))
                        .map(LeaseHolder::runner)
                        .distinct()
                        .count();
        if (runners <= tolerated) {
            oracle.violate(
                    "a job is quarantined for what different runners saw",
                    job.id(),
                    "%d runners, %d are tolerated".formatted(runners, tolerated));
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
