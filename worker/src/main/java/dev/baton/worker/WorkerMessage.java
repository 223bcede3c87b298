package dev.baton.worker;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/// What a worker says to its supervisor.
public sealed interface WorkerMessage {
    /// What has to be agreed on before it may be said; nothing for the answer to the welcome.
    Optional<Capability> needs();

    /// The answer to the welcome.
    ///
    /// @param capabilities what the worker can do, in its own words
    record Hello(List<String> capabilities) implements WorkerMessage {
        public Hello {
            capabilities = List.copyOf(capabilities);
        }

        @Override
        public Optional<Capability> needs() {
            return Optional.empty();
        }
    }

    /// The machine is not needed any more.
    record Shutdown() implements WorkerMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.SHUTDOWN);
        }
    }

    /// A line for the log, as an object; `textPayload` in it is what a person reads.
    record Log(ObjectNode body) implements WorkerMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.LOG);
        }
    }

    /// Something went wrong that somebody should know of.
    record ErrorReport(String kind, String title, String description, ObjectNode extra)
            implements WorkerMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.ERROR_REPORT);
        }
    }

    /// The answer to a [SupervisorMessage.Ping].
    record Pong(long id) implements WorkerMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.PING);
        }
    }
}
