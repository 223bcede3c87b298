package dev.baton.runner.link;

import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.lease.Letter;

import org.jspecify.annotations.Nullable;

/// Whoever hears what the orchestrator says. It must not block: nothing else is heard meanwhile.
public interface Hears {
    /// There is a job to do.
    void granted(LeaseGranted granted);

    /// Nothing more comes of what was asked for and then withdrawn.
    ///
    /// @param only what it was narrowed to, if it was
    void withdrawn(@Nullable String only);

    /// Something about a lease.
    ///
    /// @param letter what it answers; null for what was said unasked
    void heard(LeaseId lease, @Nullable Letter letter, OrchestratorMessage message);

    /// A message could not be delivered, and will have to be said again.
    void undelivered(Letter letter);

    /// No orchestrator takes the token any more, and no other token was offered.
    void tokenRefused(String why);

    /// The line has ended, and with it what was asked for there.
    void disconnected();
}
