package dev.baton.worker;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a supervisor says to its worker.
public sealed interface SupervisorMessage {
    /// What has to be agreed on before it may be said; nothing for the very first message.
    Optional<Capability> needs();

    /// The first message of all.
    ///
    /// @param capabilities what the supervisor can do, in its own words
    record Welcome(List<String> capabilities) implements SupervisorMessage {
        public Welcome {
            capabilities = List.copyOf(capabilities);
        }

        @Override
        public Optional<Capability> needs() {
            return Optional.empty();
        }
    }

    /// The worker has to end.
    ///
    /// @param finishTasks whether it may take the time to finish what it is doing
    /// @param deadline how long there is, if that is known and the worker understands it
    record GracefulTermination(boolean finishTasks, @Nullable Duration deadline)
            implements SupervisorMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.GRACEFUL_TERMINATION);
        }
    }

    /// From now on the worker is this client.
    record NewCredentials(String clientId, String accessToken, @Nullable String certificate)
            implements SupervisorMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.NEW_CREDENTIALS);
        }

        /// Without its secrets.
        @Override
        public String toString() {
            return "NewCredentials[clientId=%s, accessToken=***, certificate=%s]"
                    .formatted(clientId, certificate == null ? "none" : "***");
        }
    }

    /// Asks for a [WorkerMessage.Pong] with the same number.
    record Ping(long id) implements SupervisorMessage {
        @Override
        public Optional<Capability> needs() {
            return Optional.of(Capability.PING);
        }
    }
}
