package dev.baton.bench;

import dev.baton.protocol.Limits;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// What `baton bench lease` is to measure, and how large.
///
/// @param jobs how many jobs are drained in a round
/// @param load who drains them
/// @param backlog how many jobs are queued in the large one of the two queues of [Scenario#BACKLOG]
/// @param hotJobs how many jobs the limited tenant of [Scenario#HOT_TENANT] has queued
/// @param keep whether the files stay
/// @param profiles where a flight recording of each orchestrator goes, if one is wanted
public record LeasePlan(
        List<StoreKind> stores,
        Set<Scenario> scenarios,
        int jobs,
        Load load,
        int backlog,
        int hotJobs,
        boolean keep,
        @Nullable Path profiles) {

    public LeasePlan {
        require("jobs", jobs, 1, 10_000_000);
        require("backlog", backlog, BacklogCost.SMALL, 10_000_000);
        require("hot jobs", hotJobs, 1, 10_000_000);
        stores = List.copyOf(stores);
        scenarios = Set.copyOf(scenarios);
    }

    /// Who drains a queue.
    ///
    /// @param capacity how many jobs each connection asks for at once
    public record Load(int connections, int capacity) {
        private static final int MOST_CAPACITY = (Limits.MOST_FRAME_MESSAGES - 1) / 2;

        public Load {
            require("connections", connections, 1, 1_000);
            require("capacity", capacity, 1, MOST_CAPACITY);
        }
    }

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s: expected %d to %d, got %d".formatted(what, least, most, value));
        }
    }
}
