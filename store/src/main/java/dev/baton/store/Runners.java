package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The runners that were heard of. For people: no job is given or taken by what stands here.
public interface Runners {
    /// A runner that was heard of.
    ///
    /// @param capacity how many jobs it executes at once, as far as it said
    /// @param instance which process of it that was, if it said so
    record Sighting(
            LeaseHolder holder,
            Capabilities capabilities,
            int capacity,
            @Nullable InstanceId instance) {
        public Sighting(LeaseHolder holder, Capabilities capabilities, int capacity) {
            this(holder, capabilities, capacity, null);
        }
    }

    /// The process that a runner was heard as, perhaps by another orchestrator.
    ///
    /// @param connected for how long it has been there
    record StoredProcess(InstanceId instance, Duration connected) {}

    /// The process of a runner that some orchestrator has heard of recently. Where there is only one orchestrator, that one knows
    /// better than its store.
    Optional<StoredProcess> processElsewhere(LeaseHolder holder, Duration recently);

    /// A process of a runner is not there any more.
    void left(LeaseHolder holder, InstanceId instance);

    /// A runner as readers see it.
    ///
    /// @param connected whether it was heard of recently
    /// @param leases what it holds now
    record RunnerView(
            LeaseHolder holder,
            List<String> capabilities,
            int capacity,
            Instant seen,
            boolean connected,
            List<HeldJob> leases) {}

    /// A job that a runner holds, since when.
    record HeldJob(JobId job, int attempt, int epoch, Instant since) {}

    /// Remembers that these were heard of just now.
    void saw(Collection<Sighting> runners);

    /// All that are remembered, by name.
    ///
    /// @param recently how long ago a runner may have been heard of to count as connected
    List<RunnerView> list(Duration recently, int limit);

    /// Wants a runner to end. What was wanted of it before is forgotten.
    ///
    /// @param left how long its machine is there, if that is known
    /// @param lasting how long this is wanted
    void order(
            RunnerId runner,
            String reason,
            boolean finishTasks,
            @Nullable Duration left,
            Duration lasting);

    /// What is wanted of a runner now, and how long its machine is there.
    Optional<Ordered> orderOf(RunnerId runner);

    /// An order at the moment it is read.
    ///
    /// @param left until the deadline, by the store's clock; null if there is none
    record Ordered(String reason, boolean finishTasks, @Nullable Duration left) {}

    /// Forgets a runner, and what was wanted of it.
    void remove(LeaseHolder runner);

    /// Forgets those that were not heard of for so long.
    ///
    /// @return how many
    int forget(Duration silence);
}
