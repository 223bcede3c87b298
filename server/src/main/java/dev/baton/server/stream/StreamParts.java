package dev.baton.server.stream;

import dev.baton.core.LeaseTerms;
import dev.baton.server.runner.Attendance;
import dev.baton.server.runner.GiveBack;
import dev.baton.server.runner.Grants;
import dev.baton.store.Engine;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// What all streams share.
public record StreamParts(
        Engine engine,
        Grants grants,
        GiveBack giveBack,
        Streams streams,
        Attendance register,
        LeaseTerms terms,
        Pace pace) {
    /// Time, and threads.
    ///
    /// @param clock what people and logs go by
    /// @param nanos a monotonic clock
    /// @param aside does what must not be waited for: on a thread of its own, except in simulations
    public record Pace(InstantSource clock, LongSupplier nanos, Executor aside) {
        /// The time and the threads of this machine.
        public static Pace of(InstantSource clock) {
            return new Pace(clock, System::nanoTime, Thread::startVirtualThread);
        }
    }
}
