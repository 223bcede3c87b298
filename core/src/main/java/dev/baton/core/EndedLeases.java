package dev.baton.core;

import dev.baton.core.Command.Acknowledge;
import dev.baton.core.Command.Beat;
import dev.baton.core.Command.Complete;
import dev.baton.core.Command.ConfirmCancel;
import dev.baton.core.Command.LeaseMessage;
import dev.baton.core.Command.Release;
import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;
import dev.baton.core.JobState.Finished;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/// What a message is told whose lease is over, or never was. It changes nothing.
final class EndedLeases {
    private EndedLeases() {}

    /// A message about a lease that is not live: the same answer again if it was accepted, else how it ended.
    ///
    /// AckLease is the exception: its answer is the permission to work, and there is none after the end.
    static Decision answer(Job job, LeaseMessage message) {
        var ended = endedLease(job, message);
        if (ended == null) {
            return new Refuse(Refusal.UNKNOWN_LEASE);
        }
        return switch (message) {
            case Complete _ when ended.end() == LeaseEnd.COMPLETED ->
                    new Repeat(new Answer.Completed(statusBy(job, ended)));
            case ConfirmCancel _ when ended.end() == LeaseEnd.CANCELED && isConfirmed(job) ->
                    new Repeat(new Answer.CancelConfirmed());
            case Release _ when ended.end() == LeaseEnd.RELEASED ->
                    new Repeat(new Answer.Released());
            // Giving back canceled work confirms the cancel.
            case Release _ when ended.end() == LeaseEnd.CANCELED && isConfirmed(job) ->
                    new Repeat(new Answer.CancelConfirmed());
            case Complete _, ConfirmCancel _, Acknowledge _, Release _, Beat _ ->
                    new Refuse(Refusal.ofEnded(ended.end()));
        };
    }

    private static @Nullable PastLease endedLease(Job job, LeaseMessage message) {
        if (job.state() instanceof Finished done
                && done.lease() != null
                && done.lease().isNamedBy(message.lease(), message.by())) {
            return done.lease();
        }
        return job.past().stream()
                .filter(past -> past.isNamedBy(message.lease(), message.by()))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable FinalStatus statusBy(Job job, PastLease lease) {
        return job.state() instanceof Finished done && Objects.equals(done.lease(), lease)
                ? done.outcome().status()
                : null;
    }

    private static boolean isConfirmed(Job job) {
        return job.state() instanceof Finished done
                && done.outcome().cause() == Cause.CANCEL_CONFIRMED;
    }
}
