package dev.baton.server.runner;

import dev.baton.blobs.JobEpoch;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.MemoryBudget;
import dev.baton.server.http.Problem;
import dev.baton.store.Views;
import dev.baton.store.Views.LiveLease;

import java.util.Optional;

/// Lets only the holder of a live lease write: the lease travels in a header, never in a URL.
final class FencedLease {
    private static final String HEADER = "Baton-Lease";

    private final Views views;

    FencedLease(Views views) {
        this.views = views;
    }

    /// What a holder may do.
    @FunctionalInterface
    interface Work {
        Answered answer(LiveLease lease) throws Exception;
    }

    /// Like [#answer], for what may be large: lease messages need not wait for the memory that it takes.
    Answered upload(Call call, Work work) throws Exception {
        call.holdMemoryFrom(MemoryBudget.Share.UPLOADS);
        return answer(call, work);
    }

    /// Answers with StaleLease unless the caller holds the lease that it names, now.
    Answered answer(Call call, Work work) throws Exception {
        LeaseId id = named(call);
        Caller caller = call.caller();
        // Leases of all pinned tokens are bound alike, so the runner is compared as well.
        Optional<LiveLease> live =
                id.address()
                        .flatMap(
                                address ->
                                        views.liveLease(
                                                address.job(),
                                                address.ref(),
                                                caller.leaseCredential()))
                        .filter(lease -> Holders.mayBe(caller, lease.holder().runner()));
        return live.isPresent()
                ? work.answer(live.get())
                : Answered.json(409, MessageCodec.ORCHESTRATOR.write(Replies.unknown(id)));
    }

    static JobEpoch epochOf(LiveLease lease) {
        return new JobEpoch(lease.job().value(), lease.epoch());
    }

    private static LeaseId named(Call call) {
        String text =
                call.header(HEADER)
                        .orElseThrow(
                                () ->
                                        Problem.of(
                                                        400,
                                                        "MISSING_LEASE",
                                                        "expected the lease_id in the header "
                                                                + HEADER)
                                                .asException());
        return new LeaseId(text);
    }
}
