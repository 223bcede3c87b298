package dev.baton.runner.link;

import dev.baton.protocol.Decoded;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.OrchestratorMessage.CancelConfirmed;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.LeaseReleased;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.OrchestratorMessage.Withdrawn;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.lease.Letter;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/// What is said and heard on one stream, without the wire. Replies come in the order of the questions, which is how they
/// find their letters; what comes unasked is told apart by its type.
public final class Correspondence {
    private final Hears hears;
    private final Consumer<String> giveUp;

    // Guarded by this.
    private final Queue<Letter> unanswered = new ArrayDeque<>();
    private long answered;

    /// @param giveUp told why, when the stream makes no sense any more
    public Correspondence(Hears hears, Consumer<String> giveUp) {
        this.hears = hears;
        this.giveUp = giveUp;
    }

    /// The messages of a frame that can be understood.
    public static List<OrchestratorMessage> read(String frame) {
        var messages = new ArrayList<OrchestratorMessage>();
        for (var decoded : MessageCodec.ORCHESTRATOR.readFrame(frame)) {
            switch (decoded) {
                case Decoded.Message<OrchestratorMessage> message ->
                        messages.add(message.message());
                case Decoded.Rejected<OrchestratorMessage> _ -> {
                    // A newer orchestrator may have more to say; a reply that is missing shows
                    // when the next one comes.
                }
            }
        }
        return messages;
    }

    /// These are on their way.
    public synchronized void sent(List<Letter> letters) {
        unanswered.addAll(letters);
    }

    /// How many letters were answered so far.
    synchronized long answered() {
        return answered;
    }

    /// The Attach renewed what it named, but for what the orchestrator objects to.
    ///
    /// @param sentAt a moment before the Attach was sent
    /// @param told what it was answered with
    public static void resume(
            LeaseKeeper keeper,
            Hears hears,
            List<LeaseId> named,
            long sentAt,
            List<OrchestratorMessage> told) {
        var good = new ArrayList<>(named);
        Duration ttl = Duration.ZERO;
        var shorter = new HashMap<LeaseId, Duration>();
        for (OrchestratorMessage message : told) {
            switch (message) {
                case Attached attached -> ttl = attached.leaseTtl();
                case StaleLease stale -> {
                    good.remove(stale.leaseId());
                    hears.heard(stale.leaseId(), null, stale);
                }
                case CancelRequested cancel -> hears.heard(cancel.leaseId(), null, cancel);
                case HeartbeatAck ack -> shorter.put(ack.leaseId(), ack.newLeaseTtl());
                case OrchestratorMessage _ -> {}
            }
        }
        for (LeaseId lease : good) {
            keeper.resumed(lease, sentAt, shorter.getOrDefault(lease, ttl));
        }
    }

    /// The orchestrator said something.
    public void hear(OrchestratorMessage message) {
        switch (message) {
            case LeaseGranted granted -> hears.granted(granted);
            case CancelRequested cancel -> hears.heard(cancel.leaseId(), null, cancel);
            case Withdrawn withdrawn -> hears.withdrawn(withdrawn.only());
            case Attached _ -> {}
            case LeaseAcked reply -> answer(reply.leaseId(), message);
            case HeartbeatAck reply -> answer(reply.leaseId(), message);
            case CompleteAck reply -> answer(reply.leaseId(), message);
            case CancelConfirmed reply -> answer(reply.leaseId(), message);
            case LeaseReleased reply -> answer(reply.leaseId(), message);
            case StaleLease reply -> answer(reply.leaseId(), message);
            case Refused refused when refused.leaseId() != null ->
                    answer(refused.leaseId(), message);
            case Refused refused ->
                    giveUp.accept("refused: %s %s".formatted(refused.code(), refused.detail()));
        }
    }

    private void answer(LeaseId lease, OrchestratorMessage message) {
        Letter letter;
        synchronized (this) {
            letter = unanswered.poll();
            answered++;
        }
        if (letter == null || !letter.message().leaseId().equals(lease)) {
            giveUp.accept("an answer to another question");
        } else {
            hears.heard(lease, letter, message);
        }
    }
}
