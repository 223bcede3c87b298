package dev.baton.runner.job;

import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Holder;
import dev.baton.runner.lease.Place;

/// One job under one lease, whatever kind of work it is.
public interface Execution extends Holder {
    /// Does the whole job, and returns when nothing is left of it here.
    ///
    /// @param place what the job takes up: closed as soon as another job may have it
    void run(HeldLease lease, Place place) throws InterruptedException;

    /// Stops the work and gives the job back.
    void giveBack(String reason);
}
