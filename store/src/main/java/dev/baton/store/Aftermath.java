package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.LeaseRef;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// What happens once a transaction is committed: leases are delivered, runners parked or woken, listeners told.
final class Aftermath {
    private static final Logger LOG = LoggerFactory.getLogger(Aftermath.class);

    private final Shared shared;
    private final Consumer<Request> submit;

    /// @param submit puts a request into its lane
    Aftermath(Shared shared, Consumer<Request> submit) {
        this.shared = shared;
        this.submit = submit;
    }

    void of(Batch.Committed committed, Duration took) {
        try {
            handOut(committed);
        } finally {
            tell(committed, took);
        }
    }

    private void handOut(Batch.Committed committed) {
        committed.taking().settle(shared.parking().backoff());
        committed.granted().forEach(this::deliver);
        committed.asked().forEach(runner -> parkOrAskAgain(runner, committed));
        committed.left().forEach(this::wake);
        committed.unfinished().forEach(submit);
    }

    private void tell(Batch.Committed committed, Duration took) {
        var changes = committed.changes().get();
        try {
            shared.listener().committed(changes, committed.commands(), took);
            committed.refusals().forEach(shared.listener()::refused);
        } catch (RuntimeException e) {
            LOG.error("a listener failed", e);
        }
    }

    private void deliver(WaitingRunner runner, List<Grant> grants) {
        if (!runner.deliver(grants)) {
            submit.accept(
                    new Request.Telling(
                            grants.stream().map(grant -> retract(runner, grant)).toList(),
                            List.of()));
        }
    }

    private static Addressed retract(WaitingRunner runner, Grant grant) {
        return Addressed.of(
                grant.job(),
                new Command.Retract(
                        new LeaseRef(grant.epoch(), grant.leaseId().digest()), runner.holder()));
    }

    private void parkOrAskAgain(WaitingRunner runner, Batch.Committed committed) {
        if (!runner.wantsMore()) {
            return;
        }
        shared.parking().park(runner);
        if (shared.parking().backoff().mustWait(runner.holder())) {
            // The sweep asks for it when its time has come.
            return;
        }
        if (shared.parking().generation() != committed.generation()
                || committed.cutShort().contains(runner)) {
            submit.accept(new Request.Claiming(runner));
        }
    }

    /// Jobs became ready: wakes as many of the parked runners that fit.
    void wake(int queue, int jobs) {
        for (int i = 0; i < jobs; i++) {
            var runner = shared.parking().unpark(queue);
            if (runner == null) {
                return;
            }
            submit.accept(new Request.Claiming(runner));
        }
    }
}
