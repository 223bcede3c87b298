package dev.baton.simulation;

import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.SteppedCall;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.protocol.JobSpec;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.job.CallTranslation;
import dev.baton.runner.job.Interruption;
import dev.baton.runner.job.Interruptions;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Place;
import dev.baton.runner.spec.BadSpecException;
import dev.baton.runner.spec.CallSpec;
import dev.baton.runner.spec.CallSpecReader;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/// One function call under one lease: what the thread of a CallExecution does, one step at a time. How the call goes and what is said of it
/// is decided by what runs in production.
final class SimulatedCall implements SimulatedJob {
    private final SimulatedRunner runner;
    private final LeaseGranted granted;
    private final SimulatedPool pool;
    private final Place place;
    private final CallTranslation translation;
    private final Interruptions interruptions = new Interruptions();
    private @Nullable HeldLease lease;
    private @Nullable CallSpec spec;
    private @Nullable SteppedCall call;
    private @Nullable Instant startedAt;
    private boolean asked;
    private boolean dispatched;
    private boolean over;
    private long lookAt = Long.MAX_VALUE;

    SimulatedCall(SimulatedRunner runner, LeaseGranted granted, SimulatedPool pool, Place place) {
        this.runner = runner;
        this.granted = granted;
        this.pool = pool;
        this.place = place;
        this.translation = new CallTranslation(granted, runner.id());
    }

    LeaseGranted granted() {
        return granted;
    }

    @Override
    public void begin(HeldLease held) {
        lease = held;
    }

    @Override
    public HeldLease lease() {
        var held = lease;
        if (held == null) {
            throw new IllegalStateException("the call has no lease");
        }
        return held;
    }

    /// Whether this may be its request. A runner that was away may have several leases of one job, and all but the newest are over before anything is
    /// asked under them.
    boolean isAskedBy(ExecutionRequest request) {
        return asked
                && !dispatched
                && granted.jobId().toString().equals(request.jobId())
                && granted.attempt() == request.context().attempt();
    }

    /// Its request reaches a process.
    void dispatch() {
        dispatched = true;
        runner.world.calls().dispatched(granted.jobId(), granted.epoch(), lease());
        var known = spec;
        if (known != null && known.deadline() != null) {
            runner.world.calls().begins(granted.jobId(), known.deadline());
        }
    }

    @Override
    public boolean moveOn() {
        if (over) {
            return false;
        }
        var result = call == null ? start() : go(call);
        if (result == null) {
            return false;
        }
        over = true;
        end(result);
        return true;
    }

    /// Up to the call itself.
    ///
    /// @return what it ends with if it is not made
    private @Nullable CallResult start() {
        boolean looks = runner.world.parts().looksBeforeCalls();
        if (interruptions.why().isPresent() && looks) {
            return new ExecutorLost("interrupted before it was sent", false);
        }
        if (!lease().isAcknowledged() && !lease().isSettled()) {
            return null;
        }
        if (!lease().holds() && looks) {
            return new ExecutorLost("the lease was lost before the call", false);
        }
        return send();
    }

    private @Nullable CallResult send() {
        try {
            var read = CallSpecReader.read(((JobSpec.Embedded) granted.spec()).json());
            spec = read;
            if (runner.world.parts().fencesCalls()) {
                pool.cover(lease());
            }
            startedAt = runner.world.timeline().instant();
            var seen = runner.world.parts().seen(read);
            var request = translation.request(seen, seen.trace(), startedAt, null);
            asked = true;
            var begun = pool.real().call(request);
            call = begun;
            return go(begun);
        } catch (BadSpecException e) {
            return new Fatal(new ExecutionError(String.valueOf(e.getMessage()), "bad_spec"));
        }
    }

    private @Nullable CallResult go(SteppedCall begun) {
        if (interruptions.why().isPresent()
                && (dispatched || runner.world.parts().looksBeforeCalls())) {
            begun.interrupt();
        }
        var result = begun.look();
        long next = begun.lookAt();
        if (result == null && next != Long.MAX_VALUE && next != lookAt) {
            lookAt = next;
            runner.after(runner.inWorldTime(next - runner.nanos()), () -> {});
        }
        return result;
    }

    private void end(CallResult result) {
        var now = runner.world.timeline().instant();
        var why = interruptions.why().orElse(null);
        var ended = new CallTranslation.Ended(result, why, startedAt, now);
        runner.world.story().tell(granted.jobId(), () -> runner.name + " has " + result);
        pool.uncover(lease());
        var last = runner.world.parts().said(translation.lastMessage(ended));
        runner.keeper().end(lease(), last, place);
    }

    @Override
    public boolean isSettled() {
        return over && lease().isSettled();
    }

    @Override
    public void leave() {
        place.close();
    }

    @Override
    public void giveBack() {
        interruptions.interrupt(new Interruption.GivenBack("the runner is shutting down"));
    }

    /// Its executors die with the runner.
    @Override
    public void die() {}

    @Override
    public void renewed() {}

    @Override
    public void cancel(String reason, Duration deadline) {
        interruptions.interrupt(new Interruption.Canceled(reason, deadline));
    }

    @Override
    public void timeUp() {}

    @Override
    public void lost(String reason) {
        if (!runner.world.parts().fencesLostCalls()) {
            pool.uncover(lease());
        }
        interruptions.interrupt(new Interruption.Lost(reason));
    }
}
