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

/// Gives back leases that were granted and never reached their runner, instead of letting them time out.
public final class GiveBack {
    private static final Logger log = LoggerFactory.getLogger(GiveBack.class);
    private static final String WHY = "the runner went away before the lease reached it";

    private final Engine engine;

    public GiveBack(Engine engine) {
        this.engine = engine;
    }

    /// Best effort: what cannot be given back now is taken back at the ack deadline.
    public void undelivered(LeaseHolder holder, List<LeaseId> leases) {
        var releases =
                leases.stream()
                        .flatMap(lease -> lease.address().stream())
                        .map(
                                address ->
                                        Addressed.of(
                                                address.job(),
                                                new Command.Release(address.ref(), holder, WHY)))
                        .toList();
        if (releases.isEmpty()) {
            return;
        }
        try {
            engine.exchange(holder, releases, List.of());
            log.info("leases given back runner={} leases={}", holder.runner(), releases.size());
        } catch (StoreException e) {
            log.warn(
                    "leases not given back runner={} leases={} code={}",
                    holder.runner(),
                    releases.size(),
                    e.code());
        }
    }
}
