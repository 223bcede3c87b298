package dev.baton.server.stream;

import dev.baton.core.Command;
import dev.baton.core.InstanceId;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.LeaseAddress;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.server.runner.Replies;
import dev.baton.store.Addressed;
import dev.baton.store.Engine.HeldLease;
import dev.baton.store.Reply;
import dev.baton.store.StoreException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// Brings a runner that reconnects and the store to the same opinion about its leases.
///
/// What it names is renewed as by a heartbeat; it hears only of what it must stop. What this very process holds by the store's
/// account and does not name is taken back, for the grant was lost on the way; but only with its next frame. What another process
/// of the same name holds is left alone: that one may be alive, and if it is not, its time runs out. An Attach may have waited here for
/// long: if its runner gave up meanwhile, went elsewhere and works there, none of that is to be touched. One that has heard
/// Attached and goes on has no other stream, so what it did not name then, it does not have.
final class Resumption {
    private final StreamParts parts;
    private final LeaseHolder holder;
    private final @Nullable InstanceId instance;

    Resumption(StreamParts parts, LeaseHolder holder, @Nullable InstanceId instance) {
        this.parts = parts;
        this.holder = holder;
        this.instance = instance;
    }

    private List<HeldLease> unnamed = List.of();

    private record Named(LeaseId lease, LeaseAddress address) {}

    /// Renews what the runner holds, and finds out what it must be told.
    ///
    /// @param leases everything that the runner says it holds
    /// @return what it has to know: leases that are stale, and jobs to be canceled
    List<OrchestratorMessage> resume(List<LeaseId> leases) {
        var news = new ArrayList<OrchestratorMessage>();
        var named = new ArrayList<Named>();
        for (LeaseId lease : leases) {
            lease.address()
                    .ifPresentOrElse(
                            address -> named.add(new Named(lease, address)),
                            () -> news.add(Replies.unknown(lease)));
        }
        unnamed =
                parts.engine()
                        .heldBesides(
                                holder, instance, named.stream().map(Resumption::held).toList());
        List<Reply> replies =
                parts.engine().exchange(holder, named.stream().map(this::beat).toList(), List.of());
        for (int i = 0; i < named.size(); i++) {
            resume(named.get(i), replies.get(i), news);
        }
        return news;
    }

    /// The runner goes on: what it did not name is taken back.
    void confirmed() {
        if (!unnamed.isEmpty()) {
            parts.engine().disown(holder, instance, unnamed);
            unnamed = List.of();
        }
    }

    private void resume(Named named, Reply reply, List<OrchestratorMessage> news) {
        switch (Replies.of(named.lease(), reply.decision())) {
            case HeartbeatAck ack -> {
                parts.streams().hold(holder, named.address().job(), named.lease());
                // Near its time limit a lease is renewed for less than Attached says.
                if (ack.newLeaseTtl().compareTo(parts.terms().ttl()) < 0) {
                    news.add(ack);
                }
                if (ack.cancelRequested() && reply.state() instanceof Canceling canceling) {
                    news.add(
                            new CancelRequested(
                                    named.lease(),
                                    named.address().job(),
                                    canceling.reason(),
                                    ack.cancelDeadline(),
                                    canceling.cancelBy().minus(ack.cancelDeadline())));
                }
            }
            // Attached would promise what the store does not know of.
            case Refused refused ->
                    throw new StoreException(
                            StoreException.Code.BROKEN, "not renewed: " + refused.detail());
            case OrchestratorMessage refusal -> news.add(refusal);
        }
    }

    private static HeldLease held(Named named) {
        return new HeldLease(named.address().job(), named.address().ref().epoch());
    }

    private Addressed beat(Named named) {
        return Addressed.of(named.address().job(), new Command.Beat(named.address().ref(), holder));
    }
}
