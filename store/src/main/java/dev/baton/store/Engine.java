package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The one way to change jobs: load, decide, save, commit, and only then answer.
///
/// All calls but one block until their commit, and may come from any thread, thousands at once: those that wait
/// together share a transaction.
public interface Engine extends AutoCloseable {
    /// Creates a run with its jobs, or finds the one that the same key created.
    Submitted submit(NewRun run);

    /// Puts commands to their jobs, in order.
    ///
    /// @return a reply for each
    List<Reply> tell(List<Addressed> commands);

    /// Like [#tell] for the messages of one runner, and in the same transaction adds to what it wants.
    List<Reply> exchange(LeaseHolder by, List<Addressed> messages, List<Wanted> wanted);

    /// Like [#exchange], without waiting. Those of one runner are answered in the order in which they began.
    Pending<List<Reply>> beginExchange(
            LeaseHolder by, List<Addressed> messages, List<Wanted> wanted);

    /// A runner that wants jobs; it gets none before it says how many.
    ///
    /// @param acknowledges see [Demand#acknowledges]
    /// @param instance which process of the runner asks: it is held with the leases that it gets
    Demand demand(
            LeaseHolder holder,
            @Nullable InstanceId instance,
            Capabilities capabilities,
            boolean acknowledges,
            Demand.Sink sink);

    /// A runner that does not say which of its processes asks.
    default Demand demand(
            LeaseHolder holder, Capabilities capabilities, boolean acknowledges, Demand.Sink sink) {
        return demand(holder, null, capabilities, acknowledges, sink);
    }

    /// Acts on every deadline that has passed, up to a bound.
    ///
    /// @return how many jobs were acted on: as many as the bound means that there may be more
    int sweep();

    /// Whatever this process of a runner holds now apart from what it says it has. Leases of its other processes are not its,
    /// and a process that does not say which one it is has none.
    ///
    /// @param named the leases that the process named
    List<HeldLease> heldBesides(
            LeaseHolder holder, @Nullable InstanceId instance, List<HeldLease> named);

    /// Takes leases back that their process does not know, as far as they are still its.
    void disown(LeaseHolder holder, @Nullable InstanceId instance, List<HeldLease> leases);

    /// A lease of a runner, without its secret.
    record HeldLease(JobId job, int epoch) {}

    Views views();

    Tokens tokens();

    Runners runners();

    Schedules schedules();

    DeadLetters deadLetters();

    Results results();

    /// Whether the store answers: each lane commits, reads are answered, and nothing has waited for too long. Returns
    /// within a few seconds, whatever the database does.
    Readiness readiness();

    @Override
    void close();
}
