package dev.baton.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/// A process: it may be killed and started again, and it may stand still for a while and then go on as if no time had passed.
abstract class SimulatedProcess {
    private static final long LONG_PAUSE_NANOS = 1_000_000_000;

    final World world;
    final String name;
    private int life;
    private boolean alive;
    private long busyUntil;
    private long wentOnAt;

    /// What happened while it stood still, in its order.
    private final Queue<Happening> missed = new ArrayDeque<>();

    private boolean willCatchUp;

    private record Happening(int of, Runnable what) {}

    SimulatedProcess(World world, String name) {
        this.world = world;
        this.name = name;
    }

    /// What a process does when it starts.
    abstract void begin();

    /// What is left of it when it is killed.
    abstract void end();

    /// What it does after each thing that happened to it.
    abstract void settle();

    final boolean isAlive() {
        return alive;
    }

    /// Counts its starts: what was meant for an earlier life does not reach a later one.
    final int life() {
        return life;
    }

    final void start() {
        life++;
        alive = true;
        busyUntil = world.timeline().now();
        world.story().tell(() -> name + " starts");
        begin();
        settle();
    }

    final void kill() {
        if (alive) {
            alive = false;
            world.story().tell(() -> name + " is killed");
            end();
        }
    }

    /// Stands still: a pause for garbage, a SIGSTOP, a slow disk.
    final void pause(long nanos) {
        busyUntil = freeAt() + nanos;
        if (nanos > LONG_PAUSE_NANOS) {
            wentOnAt = busyUntil;
        }
    }

    /// Stands still until then, if it does not do so for longer anyway.
    final void pauseUntil(long at) {
        if (at > freeAt()) {
            pause(at - freeAt());
        }
    }

    /// When its last long pause was over, or will be.
    final long wentOnAt() {
        return wentOnAt;
    }

    /// When it can do the next thing.
    final long freeAt() {
        return Math.max(busyUntil, world.timeline().now());
    }

    final void after(long nanos, Runnable what) {
        int of = life;
        world.timeline().after(nanos, () -> happen(of, what));
    }

    /// Something happens to one life of the process, as soon as it does not stand still.
    final void happen(int of, Runnable what) {
        if (!alive || of != life) {
            return;
        }
        if (isBusy() || !missed.isEmpty()) {
            missed.add(new Happening(of, what));
            catchUpLater();
        } else {
            what.run();
            settle();
        }
    }

    private boolean isBusy() {
        return world.timeline().now() < busyUntil;
    }

    private void catchUpLater() {
        if (!willCatchUp) {
            willCatchUp = true;
            world.timeline().at(busyUntil, this::catchUp);
        }
    }

    private void catchUp() {
        willCatchUp = false;
        while (!missed.isEmpty() && !isBusy()) {
            var next = missed.remove();
            if (alive && next.of == life) {
                next.what.run();
                settle();
            }
        }
        if (!missed.isEmpty()) {
            catchUpLater();
        }
    }
}
