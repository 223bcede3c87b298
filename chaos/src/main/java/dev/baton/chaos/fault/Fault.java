package dev.baton.chaos.fault;

import java.time.Duration;

/// Something that goes wrong.
///
/// @param at when, counted from the beginning
/// @param target whom it hits: counted round and round among those that it can hit
/// @param lasting for how long
record Fault(Duration at, Act act, int target, Duration lasting) {

    /// What is done.
    enum Act {
        KILL_RUNNER(26),
        KILL_ORCHESTRATOR(20),
        STOP_RUNNER(12),
        /// One of its executors, which it has to replace.
        KILL_EXECUTOR(12),
        STOP_EXECUTOR(6),
        /// It is told that its machine goes away, by the worker protocol, and comes back later.
        PREEMPT_RUNNER(8),
        STOP_ORCHESTRATOR(7),
        /// All connections are reset, once.
        RESET(9),
        /// The same, and no new one is let through.
        CUT(6),
        /// Bytes get lost and nobody is told.
        SILENCE(6),
        DELAY(5),
        THROTTLE(4),
        /// PostgreSQL is stopped as if it had crashed, and started again.
        CRASH_POSTGRES(2),
        RESTART_POSTGRES(1),
        FILL_DISK(4);

        private final int weight;

        Act(int weight) {
            this.weight = weight;
        }

        int weight() {
            return weight;
        }
    }
}
