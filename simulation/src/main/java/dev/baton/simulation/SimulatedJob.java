package dev.baton.simulation;

import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Holder;

/// One job under one lease, as a runner executes it, whatever kind of work it is.
interface SimulatedJob extends Holder {
    void begin(HeldLease held);

    HeldLease lease();

    /// Does what can be done now.
    ///
    /// @return whether there is something new for the keeper
    boolean moveOn();

    /// Whether nothing of it is left.
    boolean isSettled();

    /// Somebody else shall do it.
    void giveBack();

    /// The runner is gone, and the work with it.
    void die();

    /// Another job may have its place.
    void leave();
}
