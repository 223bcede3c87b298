package dev.baton.core;

import org.jspecify.annotations.Nullable;

/// A lease as its runner knows it, and what the runner can say with it.
record Holding(LeaseRef lease, LeaseHolder by) {

    Command.Acknowledge acknowledge() {
        return new Command.Acknowledge(lease, by);
    }

    Command.Beat beat() {
        return new Command.Beat(lease, by);
    }

    Command.Complete complete(Ending ending) {
        return complete(Report.of(ending));
    }

    Command.Complete complete(Report report) {
        return new Command.Complete(lease, by, report);
    }

    Command.ConfirmCancel confirmCancel() {
        return new Command.ConfirmCancel(lease, by, Report.of(Ending.CANCELED));
    }

    Command.Release release() {
        return new Command.Release(lease, by, "shutting down");
    }

    Command.Disown disown() {
        return disown(Jobs.PROCESS);
    }

    Command.Disown disown(@Nullable InstanceId process) {
        return new Command.Disown(lease.epoch(), by, process);
    }

    Command.Retract retract() {
        return new Command.Retract(lease, by);
    }

    /// The same lease in the hands of someone else.
    Holding heldBy(LeaseHolder other) {
        return new Holding(lease, other);
    }

    /// The right epoch, but not the secret.
    Holding forged() {
        return new Holding(new LeaseRef(lease.epoch(), Jobs.digest(-1)), by);
    }
}
