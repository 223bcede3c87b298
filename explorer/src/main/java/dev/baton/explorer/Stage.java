package dev.baton.explorer;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.PastLease;
import dev.baton.core.Report;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Plays a move: one command, and what a transaction does with it.
final class Stage {
    private static final Report SUCCESS = report(Ending.SUCCEEDED);
    private static final Report ERROR = report(Ending.ERROR);
    private static final Report AGAIN = new Report(Ending.RETRY, null, "", Scene.RETRY_AFTER, "{}");
    private static final Report STOPPED = report(Ending.CANCELED);
    private static final Move.Kind[] MESSAGES = {
        Move.Kind.ACK,
        Move.Kind.BEAT,
        Move.Kind.COMPLETE,
        Move.Kind.FAIL,
        Move.Kind.RETRY,
        Move.Kind.CONFIRM,
        Move.Kind.RELEASE
    };

    private final Scene scene;
    private final Rules rules;

    Stage(Scene scene, Rules rules) {
        this.scene = scene;
        this.rules = rules;
    }

    /// Everything that can happen now, except that time passes.
    void moves(World world, Consumer<Move> each) {
        for (int j = 0; j < world.jobs().size(); j++) {
            Job job = world.job(j);
            for (int r = 0; r < WorldCodec.RUNNERS && job.epoch() < WorldCodec.MAX_CLAIMS; r++) {
                each.accept(new Move(Move.Kind.CLAIM, j, 0, r));
            }
            for (int epoch = 1; epoch <= job.epoch(); epoch++) {
                // Nobody knows who had a lease that was taken back: then it does not matter either.
                LeaseHolder holder = holder(job, epoch);
                int runner = holder == null ? 0 : WorldCodec.runner(holder);
                for (Move.Kind message : MESSAGES) {
                    each.accept(new Move(message, j, epoch, runner));
                }
                each.accept(new Move(Move.Kind.DISOWN, j, epoch, runner));
                each.accept(new Move(Move.Kind.FOREIGN_DISOWN, j, epoch, runner));
                each.accept(new Move(Move.Kind.RETRACT, j, epoch, runner));
                each.accept(new Move(Move.Kind.FOREIGN, j, epoch, 1 - runner));
            }
            each.accept(new Move(Move.Kind.CANCEL, j, 0, 0));
            each.accept(new Move(Move.Kind.DISCARD, j, 0, 0));
            each.accept(new Move(Move.Kind.SWEEP, j, 0, 0));
        }
    }

    /// The world after a move, or null if it changed nothing.
    ///
    /// @throws Violation if a promise was broken
    @Nullable World play(World world, Move move) {
        Job job = world.job(move.job());
        Command command = command(job, move);
        Decision decision = rules.decide(job, command, WorldCodec.NOW);
        Promises.ofAnswer(job, command, decision);
        if (!(decision instanceof Decision.Accept accept)) {
            return null;
        }
        Promises.ofStep(job, command, accept, world.canceled().get(move.job()));
        Promises.ofRepeat(command, accept, rules.decide(accept.next(), command, WorldCodec.NOW));
        var jobs = new ArrayList<>(world.jobs());
        jobs.set(move.job(), accept.next());
        var canceled = new ArrayList<>(world.canceled());
        if (command instanceof Command.Cancel) {
            canceled.set(move.job(), true);
        }
        settle(jobs);
        var next = new World(jobs, canceled);
        Promises.ofWorld(scene, next);
        return next;
    }

    /// What belongs to the same transaction: those that wait for a job that ended are told, and gates with room open.
    void settle(List<Job> jobs) {
        if (scene.chained()) {
            for (int j = 1; j < jobs.size(); j++) {
                if (jobs.get(j).state() instanceof JobState.Blocked
                        && jobs.get(j - 1).state() instanceof JobState.Finished done) {
                    tell(jobs, j, news(jobs.get(j - 1), done.outcome().status()));
                }
            }
        }
        int taken = (int) jobs.stream().filter(Job::holdsGate).count();
        for (int j = 0; j < jobs.size() && taken < scene.gateLimit(); j++) {
            if (jobs.get(j).state() instanceof JobState.Gated) {
                tell(jobs, j, new Command.Admit());
                taken++;
            }
        }
    }

    private static Command news(Job need, FinalStatus status) {
        return status == FinalStatus.SUCCEEDED
                ? new Command.NeedMet(need.id())
                : new Command.NeedFailed(need.id(), status);
    }

    private void tell(List<Job> jobs, int j, Command command) {
        if (rules.decide(jobs.get(j), command, WorldCodec.NOW) instanceof Decision.Accept accept) {
            jobs.set(j, accept.next());
        }
    }

    Command command(Job job, Move move) {
        int j = move.job();
        LeaseHolder by = WorldCodec.HOLDERS[move.runner()];
        var lease = new LeaseRef(move.epoch(), WorldCodec.digest(j, move.epoch()));
        return switch (move.kind()) {
            case TICK -> throw new IllegalArgumentException("nobody is told that time passes");
            case CLAIM ->
                    new Command.Claim(
                            by, WorldCodec.HOLDING, WorldCodec.digest(j, job.epoch() + 1));
            case ACK -> new Command.Acknowledge(lease, by);
            case BEAT -> new Command.Beat(lease, by);
            case COMPLETE, FOREIGN -> new Command.Complete(lease, by, SUCCESS);
            case FAIL -> new Command.Complete(lease, by, ERROR);
            case RETRY -> new Command.Complete(lease, by, AGAIN);
            case CONFIRM -> new Command.ConfirmCancel(lease, by, STOPPED);
            case RELEASE -> new Command.Release(lease, by, "");
            case DISOWN -> new Command.Disown(move.epoch(), by, WorldCodec.HOLDING);
            case FOREIGN_DISOWN -> new Command.Disown(move.epoch(), by, WorldCodec.RETURNED);
            case RETRACT -> new Command.Retract(lease, by);
            case CANCEL -> new Command.Cancel("somebody", "");
            case DISCARD -> new Command.Discard("");
            case SWEEP -> new Command.Sweep();
        };
    }

    /// Who had, or has, a lease; nobody if it never arrived.
    private static @Nullable LeaseHolder holder(Job job, int epoch) {
        for (PastLease past : job.past()) {
            if (past.epoch() == epoch) {
                return past.holder();
            }
        }
        return switch (job.state()) {
            case JobState.Held held when held.lease().epoch() == epoch -> held.lease().holder();
            case JobState.Finished done
                    when done.lease() != null && done.lease().epoch() == epoch ->
                    done.lease().holder();
            case JobState.Held _, JobState.Finished _, JobState.Queued _ -> null;
        };
    }

    private static Report report(Ending ending) {
        return new Report(ending, null, "", (Duration) null, "{}");
    }
}
