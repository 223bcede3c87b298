package dev.baton.server.stream;

import dev.baton.core.JobId;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.Limits;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.Withdrawn;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.Withdraw;
import dev.baton.server.runner.Commands;
import dev.baton.server.runner.Replies;
import dev.baton.server.runner.ShownLeases;
import dev.baton.store.Addressed;
import dev.baton.store.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One frame while it is worked on: the commands it makes, and a place for the reply to each message, in order.
final class FrameWork {
    private final LeaseHolder holder;
    private final ShownLeases leases;
    private final List<Addressed> commands;
    private final List<Slot> slots;
    private final Map<Kind, Integer> wanted = new LinkedHashMap<>();

    /// A reply that is known already, or the lease that waits for one.
    private record Slot(@Nullable OrchestratorMessage known, @Nullable LeaseId lease) {}

    FrameWork(LeaseHolder holder, ShownLeases leases, int messages) {
        this.holder = holder;
        this.leases = leases;
        commands = new ArrayList<>(messages);
        slots = new ArrayList<>(messages);
    }

    /// Takes a message on.
    void add(RunnerMessage message, Demands demands) {
        switch (message) {
            case ForLease forLease -> add(forLease);
            case LeaseRequest request when demands.mayAsk(Kind.of(request)) ->
                    want(Kind.of(request), request.maxJobs());
            case LeaseRequest _ ->
                    reply(
                            new Refused(
                                    null,
                                    "TOO_MANY_DEMANDS",
                                    "expected requests for at most %d kinds of jobs on a stream"
                                            .formatted(Demands.MOST)));
            case Withdraw withdraw -> {
                demands.withdraw(withdraw.only());
                withdraw(withdraw.only());
            }
            case Attach _ ->
                    reply(
                            new Refused(
                                    null, "ALREADY_ATTACHED", "Attach is the first message only"));
        }
    }

    private void add(ForLease message) {
        var command = Commands.of(message, holder);
        if (command.isPresent()) {
            commands.add(command.get());
            slots.add(new Slot(null, message.leaseId()));
        } else {
            reply(Replies.unknown(message.leaseId()));
        }
    }

    void reply(OrchestratorMessage known) {
        slots.add(new Slot(known, null));
    }

    /// Adds to what the runner wants: each of the requests in a frame counts.
    void want(Kind kind, int jobs) {
        wanted.merge(kind, jobs, (a, b) -> Math.min(a + b, Limits.MOST_JOBS_WANTED));
    }

    /// Nothing more of what was wanted so far: the reply comes after whatever was granted already.
    void withdraw(@Nullable String only) {
        wanted.keySet().removeIf(kind -> Objects.equals(kind.only(), only));
        reply(new Withdrawn(only));
    }

    boolean saysWhatIsWanted() {
        return !wanted.isEmpty();
    }

    /// How many jobs more are wanted of each kind.
    Map<Kind, Integer> wanted() {
        return wanted;
    }

    boolean needsTheEngine() {
        return !commands.isEmpty() || saysWhatIsWanted();
    }

    List<Addressed> commands() {
        return commands;
    }

    /// The replies to the whole frame, given those to its commands.
    List<OrchestratorMessage> replies(List<Reply> replies) {
        var all = new ArrayList<OrchestratorMessage>(slots.size());
        int next = 0;
        for (Slot slot : slots) {
            if (slot.known() != null) {
                all.add(slot.known());
            } else if (slot.lease() != null) {
                add(slot.lease(), commands.get(next).job(), replies.get(next), all);
                next++;
            }
        }
        return all;
    }

    private void add(LeaseId lease, JobId job, Reply reply, List<OrchestratorMessage> all) {
        OrchestratorMessage message = Replies.of(lease, reply.decision());
        all.add(message);
        if (reply.keepsLease()) {
            leases.shown(holder, job, lease);
        }
        // Some runners listen for nothing else.
        if (message instanceof LeaseAcked acked
                && acked.cancelDeadline() != null
                && reply.state() instanceof Canceling canceling) {
            all.add(
                    new CancelRequested(
                            lease,
                            job,
                            canceling.reason(),
                            acked.cancelDeadline(),
                            canceling.cancelBy().minus(acked.cancelDeadline())));
        }
    }
}
