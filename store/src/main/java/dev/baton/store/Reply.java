package dev.baton.store;

import dev.baton.core.Decision;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;

import org.jspecify.annotations.Nullable;

/// What came of one command, after its commit.
///
/// @param state where the job is now, or nothing if there is no such job
public record Reply(Decision decision, @Nullable JobState state) {
    /// The store could not keep what the command brings. Nothing of it was done.
    static final Reply NOT_STORED = new Reply(new Decision.Refuse(Refusal.NOT_STORED), null);

    /// Whether the sender's lease was accepted and lives on.
    public boolean keepsLease() {
        return state instanceof JobState.Held && !(decision instanceof Decision.Refuse);
    }
}
