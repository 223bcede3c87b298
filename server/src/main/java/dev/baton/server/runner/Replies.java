package dev.baton.server.runner;

import dev.baton.core.Answer;
import dev.baton.core.Decision;
import dev.baton.core.FinalStatus;
import dev.baton.core.Refusal;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CancelConfirmed;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.LeaseReleased;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// Turns decisions into what a runner is told, on whatever transport.
public final class Replies {
    private Replies() {}

    public static OrchestratorMessage of(LeaseId lease, Decision decision) {
        return switch (decision) {
            case Decision.Accept accept -> of(lease, accept.answer());
            case Decision.Repeat repeat -> of(lease, repeat.answer());
            case Decision.Refuse refuse when refuse.reason().isStale() ->
                    stale(lease, refuse.reason());
            case Decision.Refuse refuse ->
                    new Refused(lease, refuse.reason().name(), sentence(refuse.reason()));
        };
    }

    /// The reply to a lease that is not the sender's, or nobody's: the two must not be told apart.
    public static StaleLease unknown(LeaseId lease) {
        return stale(lease, Refusal.UNKNOWN_LEASE);
    }

    public static StaleLease stale(LeaseId lease, Refusal reason) {
        return new StaleLease(lease, reason.name());
    }

    /// The reply to a message that could not be read.
    public static Refused unreadable(@Nullable LeaseId lease, ProtocolException why) {
        return new Refused(lease, why.code().name(), String.valueOf(why.getMessage()));
    }

    private static OrchestratorMessage of(LeaseId lease, Answer answer) {
        return switch (answer) {
            case Answer.Acknowledged acknowledged ->
                    new LeaseAcked(lease, acknowledged.ttl(), acknowledged.cancelLeft());
            case Answer.Renewed renewed -> of(lease, renewed);
            case Answer.Completed completed -> new CompleteAck(lease, true, completed.status());
            case Answer.CancelConfirmed _ -> new CancelConfirmed(lease, FinalStatus.CANCELED);
            case Answer.Released _ -> new LeaseReleased(lease);
            case Answer.Granted _, Answer.Done _ ->
                    throw new IllegalStateException("a runner's message was answered " + answer);
        };
    }

    private static HeartbeatAck of(LeaseId lease, Answer.Renewed renewed) {
        Duration left = renewed.cancelLeft();
        return left == null
                ? HeartbeatAck.extended(lease, renewed.ttl())
                : new HeartbeatAck(lease, true, renewed.ttl(), true, left);
    }

    static String sentence(Refusal reason) {
        return switch (reason) {
            case UNKNOWN_LEASE -> "there is no such lease of this runner";
            case LEASE_EXPIRED -> "the lease expired without a heartbeat";
            case LEASE_REVOKED -> "the orchestrator took the lease back";
            case LEASE_RELEASED -> "the lease was given back";
            case LEASE_COMPLETED -> "the lease ended with a result";
            case LEASE_CANCELED -> "the lease ended by a cancel";
            case CANCEL_NOT_REQUESTED -> "the lease is current, but nobody asked to cancel the job";
            case ALREADY_FINISHED -> "the job is over";
            case NOT_WAITING -> "the job does not wait for this";
            case NOTHING_DUE -> "no deadline of the job has passed";
            case NOT_STORED ->
                    "the store could not keep this message; nothing of it was done, send it without what is unusual in it";
        };
    }
}
