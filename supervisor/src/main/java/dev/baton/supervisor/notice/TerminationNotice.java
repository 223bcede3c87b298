package dev.baton.supervisor.notice;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// The worker has to end.
///
/// @param reason for people
/// @param finishTasks whether there is time to finish what is running
/// @param deadline when the machine goes away, if that is known
public record TerminationNotice(String reason, boolean finishTasks, @Nullable Instant deadline) {
    /// What is left when another notice comes: the hurry of either, and the earlier of their deadlines.
    public TerminationNotice and(TerminationNotice later) {
        return new TerminationNotice(
                reason, finishTasks && later.finishTasks, earlier(deadline, later.deadline));
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }
}
