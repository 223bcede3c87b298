package dev.baton.explorer;

import dev.baton.core.Answer;
import dev.baton.core.Cause;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Event;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobState;
import dev.baton.core.RunnerId;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;

/// What has to hold whatever happens: the invariants of docs/ARCHITECTURE.md that are about the rules.
final class Promises {
    private Promises() {}

    /// A command was accepted.
    ///
    /// @param canceled whether a cancel of the job had been accepted before
    static void ofStep(Job before, Command command, Decision.Accept accept, boolean canceled) {
        Job after = accept.next();
        require(!before.isFinished(), "a job that was finished changed");
        int granted = command instanceof Command.Claim ? 1 : 0;
        require(after.epoch() == before.epoch() + granted, "an epoch did not grow with its lease");
        if (command instanceof Command.LeaseMessage message) {
            requireLive(before, message, "a lease that is not live changed something");
        }
        if (command instanceof Command.Claim) {
            require(
                    before.state() instanceof JobState.Ready,
                    "a lease was granted of a job that was not ready");
        }
        if (command instanceof Command.Disown disown) {
            require(
                    before.state() instanceof JobState.Held held
                            && Objects.equals(held.lease().instance(), disown.instance()),
                    "a process took a lease back that another one holds");
        }
        if (command instanceof Command.Retract) {
            require(
                    after.tally().equals(before.tally())
                            && after.state().attempt() == before.state().attempt()
                            && (!after.isFinished()
                                    || before.state() instanceof JobState.Canceling),
                    "a lease that never arrived was charged to its job");
        }
        requireBudget(after);
        requireDifferentRunners(after);
        long finished =
                accept.events().stream().filter(e -> e.kind() == Event.Kind.FINISHED).count();
        require(finished == (after.isFinished() ? 1 : 0), "an end was not recorded exactly once");
        if (after.state() instanceof JobState.Finished done) {
            FinalStatus status = done.outcome().status();
            require(!(canceled && status == FinalStatus.SUCCEEDED), "a canceled job succeeded");
            require(
                    !(accept.answer() instanceof Answer.Completed(FinalStatus told))
                            || told == status,
                    "a runner was told another end than the job has");
        }
    }

    private static void requireLive(Job before, Command.LeaseMessage message, String otherwise) {
        require(
                before.state() instanceof JobState.Held held
                        && held.lease().epoch() == message.lease().epoch()
                        && held.lease().digest().equals(message.lease().digest())
                        && held.lease().holder().equals(message.by())
                        && WorldCodec.NOW.isBefore(held.lease().expiresAt()),
                otherwise);
    }

    /// A command was answered, whatever it changed.
    static void ofAnswer(Job before, Command command, Decision decision) {
        switch (decision) {
            case Decision.Accept accept -> requireTrueTime(accept.next(), accept.answer());
            case Decision.Repeat(Answer.Acknowledged told) -> {
                if (command instanceof Command.LeaseMessage message) {
                    requireLive(before, message, "work was permitted under a lease that is over");
                }
                requireTrueTime(before, told);
            }
            case Decision.Repeat _, Decision.Refuse _ -> {}
        }
    }

    /// No runner counts on more time than the sweep leaves it.
    private static void requireTrueTime(Job job, Answer answer) {
        Duration told =
                switch (answer) {
                    case Answer.Renewed renewed -> renewed.ttl();
                    case Answer.Acknowledged acknowledged -> acknowledged.ttl();
                    case Answer.Granted _,
                            Answer.Completed _,
                            Answer.CancelConfirmed _,
                            Answer.Released _,
                            Answer.Done _ ->
                            Duration.ZERO;
                };
        if (!told.isZero() && !(job.state() instanceof JobState.Canceling)) {
            require(
                    job.deadline().filter(WorldCodec.NOW.plus(told)::isAfter).isEmpty(),
                    "a runner was promised more time than it has");
        }
    }

    /// One runner that does the same again and again is no reason to give a job up.
    private static void requireDifferentRunners(Job job) {
        if (job.state() instanceof JobState.Finished done
                && done.outcome().cause() == Cause.QUARANTINED
                && done.lease() != null) {
            var runners = new HashSet<RunnerId>();
            runners.add(done.lease().holder().runner());
            job.past().forEach(past -> runners.add(past.holder().runner()));
            require(runners.size() > 1, "a job was given up because of one runner");
        }
    }

    private static void requireBudget(Job job) {
        var policy = job.plan().retry();
        var tolerated = policy.tolerance();
        int last = job.isFinished() ? 1 : 0; // the one that was too many ended it
        require(
                job.state().attempt() <= policy.maxAttempts(),
                "a job was tried more often than it may");
        require(
                job.tally().losses() <= tolerated.losses() + last
                        && job.tally().unacknowledged() <= tolerated.unacknowledged() + last
                        && job.tally().releases() <= tolerated.releases() + last,
                "a job was let down more often than it tolerates, and goes on");
    }

    /// The same message came again at once: its sender must not think that its lease is lost.
    static void ofRepeat(Command command, Decision.Accept first, Decision second) {
        switch (command) {
            case Command.Complete _, Command.ConfirmCancel _, Command.Release _ -> {
                require(
                        second instanceof Decision.Repeat(Answer again)
                                && again.equals(first.answer()),
                        "a message that was accepted got another answer when it was repeated");
            }
            case Command.Acknowledge _ ->
                    require(
                            second instanceof Decision.Repeat,
                            "an AckLease that was accepted was not when it was repeated");
            case Command.Beat _ ->
                    require(second instanceof Decision.Accept, "a second Heartbeat was refused");
            case Command.Claim _,
                    Command.Disown _,
                    Command.Retract _,
                    Command.Sweep _,
                    Command.Discard _ ->
                    require(
                            second instanceof Decision.Refuse,
                            "the same thing was done twice: " + command.getClass().getSimpleName());
            case Command.Cancel _ ->
                    require(!(second instanceof Decision.Accept), "a job was canceled twice");
            case Command.NeedMet _, Command.NeedFailed _, Command.Admit _ -> {}
        }
    }

    /// A transaction is over.
    static void ofWorld(Scene scene, World world) {
        long taken = world.jobs().stream().filter(Job::holdsGate).count();
        require(taken <= scene.gateLimit(), "more jobs than the limit are through the gate");
        boolean waits = world.jobs().stream().anyMatch(j -> j.state() instanceof JobState.Gated);
        require(!waits || taken == scene.gateLimit(), "a job waits at a gate that has room");
        for (int j = 1; scene.chained() && j < world.jobs().size(); j++) {
            require(
                    !(world.job(j).state() instanceof JobState.Blocked)
                            || !world.job(j - 1).isFinished(),
                    "a job waits for one that is finished");
        }
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Violation(otherwise);
        }
    }
}
