package dev.baton.simulation;

import dev.baton.core.Ending;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Place;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/// One job under one lease, as a runner executes it: nothing happens before the acknowledgement, the last message is on the
/// disk before it is sent, and a guardian outside of the process kills what its lease does not cover.
final class SimulatedWork implements SimulatedJob {
    private static final List<Ending> ENDINGS =
            List.of(
                    Ending.SUCCEEDED,
                    Ending.SUCCEEDED,
                    Ending.SUCCEEDED,
                    Ending.SUCCEEDED,
                    Ending.SUCCEEDED,
                    Ending.SUCCEEDED,
                    Ending.ERROR,
                    Ending.RETRY,
                    Ending.FATAL);

    private final SimulatedRunner runner;
    private final LeaseGranted granted;
    private final Place place;
    private @Nullable HeldLease lease;
    private @Nullable ForLease last;
    private boolean begun;
    private boolean working;
    private boolean said;
    private long guardAt;

    SimulatedWork(SimulatedRunner runner, LeaseGranted granted, Place place) {
        this.runner = runner;
        this.granted = granted;
        this.place = place;
    }

    @Override
    public void begin(HeldLease held) {
        lease = held;
        runner.write(new ReleaseLease(granted.leaseId(), runner.id(), "the runner was restarted"));
    }

    @Override
    public HeldLease lease() {
        var held = lease;
        if (held == null) {
            throw new IllegalStateException("the work has not begun");
        }
        return held;
    }

    @Override
    public boolean isSettled() {
        return lease().isSettled() && !working;
    }

    @Override
    public boolean moveOn() {
        boolean may = lease().isAcknowledged() || !runner.world.parts().waitsForAck();
        // What was given back before it began does not begin any more.
        if (!begun && last == null && may && lease().holds()) {
            begun = true;
            startWork();
        }
        if (last != null && !said) {
            said = true;
            runner.write(last);
            runner.keeper().end(lease(), last);
            return true;
        }
        return false;
    }

    private void startWork() {
        var world = runner.world;
        working = true;
        world.oracle().startsWork(granted.jobId(), runner, granted.epoch());
        guard();
        double seconds = world.chance().acrossScales(0.01, 4) * world.scenario().ttl();
        var ending = world.chance().oneOf(ENDINGS);
        // The process ends by itself whatever its runner does, and the runner notices when it can.
        world.timeline()
                .after(
                        Timeline.seconds(seconds),
                        () -> {
                            if (working) {
                                die();
                                runner.happen(runner.life(), () -> finish(complete(ending)));
                            }
                        });
    }

    private Complete complete(Ending ending) {
        return new Complete(granted.leaseId(), runner.id(), ending, 0, null, Evidence.NONE);
    }

    private void finish(ForLease message) {
        if (last == null) {
            last = message;
        }
    }

    @Override
    public void giveBack() {
        die();
        finish(new ReleaseLease(granted.leaseId(), runner.id(), "the runner is shutting down"));
    }

    @Override
    public void leave() {
        place.close();
    }

    /// The process is gone, for whatever reason.
    @Override
    public void die() {
        if (working) {
            working = false;
            runner.world.oracle().stopsWork(granted.jobId(), runner, granted.epoch());
        }
    }

    private void guard() {
        if (!working || !runner.world.parts().isFenced()) {
            return;
        }
        long left = runner.inWorldTime(lease().left().toNanos());
        long at = runner.world.timeline().now() + left;
        guardAt = at;
        runner.world
                .timeline()
                .at(
                        at,
                        () -> {
                            if (guardAt == at) {
                                die();
                            }
                        });
    }

    @Override
    public void renewed() {
        guard();
    }

    @Override
    public void cancel(String reason, Duration deadline) {
        var world = runner.world;
        runner.after(
                Timeline.seconds(world.chance().untilNext(1)),
                () -> {
                    die();
                    finish(
                            new CancelAck(
                                    granted.leaseId(),
                                    runner.id(),
                                    world.timeline().instant(),
                                    Evidence.NONE));
                });
    }

    @Override
    public void timeUp() {
        die();
        finish(complete(Ending.TIMED_OUT));
    }

    @Override
    public void lost(String reason) {
        if (runner.world.parts().isFenced()) {
            die();
        }
    }
}
