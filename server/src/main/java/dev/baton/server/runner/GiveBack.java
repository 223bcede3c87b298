package dev.baton.server.runner;

import dev.baton.core.Command;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.LeaseId;
import dev.baton.store.Addressed;
import dev.baton.store.Engine;
import dev.baton.store.StoreException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/// Takes back leases that were granted and never reached their runner, instead of letting them time out: they count for nothing
/// against their jobs.
public final class GiveBack {
    private static final Logger log = LoggerFactory.getLogger(GiveBack.class);

    private final Engine engine;

    public GiveBack(Engine engine) {
        this.engine = engine;
    }

    /// Best effort: what cannot be taken back now is taken back at the ack deadline.
    public void undelivered(LeaseHolder holder, List<LeaseId> leases) {
        var retractions =
                leases.stream()
                        .flatMap(lease -> lease.address().stream())
                        .map(
                                address ->
                                        Addressed.of(
                                                address.job(),
                                                new Command.Retract(address.ref(), holder)))
                        .toList();
        if (retractions.isEmpty()) {
            return;
        }
        try {
            engine.exchange(holder, retractions, List.of());
            log.info(
                    "undelivered leases taken back runner={} leases={}",
                    holder.runner(),
                    retractions.size());
        } catch (StoreException e) {
            log.warn(
                    "undelivered leases not taken back runner={} leases={} code={}",
                    holder.runner(),
                    retractions.size(),
                    e.code());
        }
    }
}
