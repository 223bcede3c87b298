package dev.baton.runner;

import dev.baton.core.RunnerId;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.runner.journal.LeaseEntry;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.lease.Settlement;
import dev.baton.runner.link.Calls;
import dev.baton.runner.log.LeftOverLog;
import dev.baton.runner.log.LogShipper;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;

/// Delivers what an earlier process of this runner left: the rest of a log, and the last message. Steps cannot be taken up
/// again, so a job whose result is not known is given back.
final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private final RunnerId runner;
    private final Calls calls;
    private final LeaseKeeper keeper;

    Recovery(RunnerId runner, Calls calls, LeaseKeeper keeper) {
        this.runner = runner;
        this.calls = calls;
        this.keeper = keeper;
    }

    /// Takes an entry up, in the background. The lease is held from here on, and named when the runner attaches.
    void takeUp(LeaseEntry entry) {
        ForLease last = entry.last().orElse(null);
        if (last == null || !last.runnerId().equals(runner)) {
            log.warn(
                    "lease left over by another runner, or unreadable, was dropped lease={}",
                    entry.name());
            entry.delete();
            return;
        }
        HeldLease lease = keeper.leftOver(last.leaseId());
        Thread.ofVirtual().name("recover-" + entry.name()).start(() -> deliver(entry, lease, last));
    }

    private void deliver(LeaseEntry entry, HeldLease lease, ForLease last) {
        try {
            if (lease.awaitAcknowledged()) {
                sendLog(entry, lease);
                keeper.end(lease, last);
            }
            Settlement settlement = lease.awaitSettled();
            log.info(
                    "lease left over was settled lease={} message={} settlement={}",
                    entry.name(),
                    last.getClass().getSimpleName(),
                    settlement);
            entry.delete();
            keeper.forget(lease);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendLog(LeaseEntry entry, HeldLease lease) {
        try {
            if (Files.exists(entry.log())) {
                try (var left = new LeftOverLog(entry.log())) {
                    new LogShipper(calls, lease, left).run();
                }
            }
        } catch (IOException e) {
            log.warn("log left over cannot be read lease={} cause={}", entry.name(), e.toString());
        }
    }
}
