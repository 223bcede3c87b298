package dev.baton.runner.lease;

import dev.baton.core.Ending;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;

import org.jspecify.annotations.Nullable;

/// What becomes of the last message of a lease when it is not answered as hoped.
final class LastWords {
    private LastWords() {}

    /// Whether a lease that is over was ended by our own last message, the answer to which got lost.
    static boolean ended(@Nullable ForLease last, String reason) {
        return switch (last) {
            case Complete _ -> reason.equals("LEASE_COMPLETED") || reason.equals("LEASE_CANCELED");
            case CancelAck _ -> reason.equals("LEASE_CANCELED");
            case ReleaseLease _ -> reason.equals("LEASE_RELEASED");
            case null -> false;
            case AckLease _, Heartbeat _ -> false;
        };
    }

    /// The same end, without what the orchestrator would not take.
    static Complete withoutEvidence(Complete complete, Refused refused) {
        return new Complete(
                complete.leaseId(),
                complete.runnerId(),
                complete.ending() == Ending.SUCCEEDED ? Ending.ERROR : complete.ending(),
                complete.exitCode(),
                null,
                Evidence.of(
                        "the report was refused: %s %s"
                                .formatted(refused.code(), refused.detail())));
    }
}
