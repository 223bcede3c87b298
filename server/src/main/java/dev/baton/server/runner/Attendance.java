package dev.baton.server.runner;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;

import java.time.Duration;
import java.util.Optional;

/// Whoever takes note of which runners are there. Nobody waits for it.
public interface Attendance {
    /// A runner said what it is and how many jobs it executes.
    void saw(LeaseHolder holder, Capabilities capabilities, int capacity);

    /// A runner asked for so many jobs: it can have no fewer at once.
    void wants(LeaseHolder holder, Capabilities capabilities, int jobs);

    /// A process of a runner says that it is there.
    ///
    /// @return another process of the same runner that is there too, if one is: then this one is not taken note of
    default Optional<OtherProcess> arrived(LeaseHolder holder, InstanceId instance) {
        return Optional.empty();
    }

    /// A process of a runner has gone.
    default void left(LeaseHolder holder, InstanceId instance) {}

    /// A process that has the same name.
    ///
    /// @param connected for how long it has been there
    record OtherProcess(Duration connected) {
        public static final String CODE = "RUNNER_CONNECTED";

        /// What the process is told that came second.
        public String refusal(RunnerId runner) {
            return "another process with the runner id '%s' has been connected for %d s; give this one another id (--id), or stop the other one and try again"
                    .formatted(runner, connected.toSeconds());
        }
    }
}
