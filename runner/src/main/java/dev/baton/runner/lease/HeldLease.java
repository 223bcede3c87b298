package dev.baton.runner.lease;

import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.LogCursor;
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
import dev.baton.protocol.Progress;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/// One lease, from the grant until its last message was answered or it was lost. At most one message is under way for it.
///
/// Any thread may call it. What the [Holder] has to hear is returned, for the caller to tell without a lock.
public final class HeldLease {
    /// After a message that could not be delivered or was refused for now.
    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /// With a third of the TTL gone without an answer there is still time for another connection.
    private static final int OVERDUE_PART = 3;

    /// Of a lease that was granted no longer ago than this part of its TTL enough is left to begin.
    private static final int YOUNG_PART = 3;

    private static final long SHORTEST_BEAT_NANOS = Duration.ofMillis(100).toNanos();

    private static final long NEVER = Long.MAX_VALUE;

    private static final Settlement.Lost FENCED = new Settlement.Lost("FENCED");

    private final RunnerId runner;
    private final @Nullable AckLease ack;
    private final boolean leftOver;
    private final LeaseId id;
    private final LeaseTimes times;
    private final Holder holder;
    private final LongSupplier nanoClock;

    private volatile boolean acknowledged;
    private boolean canceled;
    private boolean timedOut;
    private boolean beatSoon;
    private long fenceAt;
    private long margin;
    private long beatEvery;
    private long beatAt;
    private long retryAt;
    private long timeUpAt = NEVER;
    private @Nullable Progress progress;
    private long logBytesSent;
    private @Nullable Letter underWay;
    private @Nullable ForLease last;
    private volatile @Nullable Settlement settlement;
    private final Waiters waiters = new Waiters();

    private HeldLease(
            RunnerId runner,
            LeaseId id,
            @Nullable AckLease ack,
            boolean leftOver,
            LeaseTimes times,
            Holder holder,
            LongSupplier nanoClock) {
        this.runner = runner;
        this.id = id;
        this.ack = ack;
        this.leftOver = leftOver;
        this.times = times;
        this.holder = holder;
        this.nanoClock = nanoClock;
        long now = nanoClock.getAsLong();
        margin = times.margin();
        fenceAt = now + times.ttl() - margin;
        beatEvery = times.beatInterval();
        beatAt = now;
        retryAt = now;
    }

    /// A lease that was granted just now.
    static HeldLease granted(
            AckLease ack, LeaseTimes times, Holder holder, LongSupplier nanoClock) {
        return new HeldLease(ack.runnerId(), ack.leaseId(), ack, false, times, holder, nanoClock);
    }

    /// A lease that was acknowledged with the request for it. The work begins once it is known when it was [#grantedAfter], or a beat was answered.
    static HeldLease begun(
            RunnerId runner, LeaseId id, LeaseTimes times, Holder holder, LongSupplier nanoClock) {
        var lease = new HeldLease(runner, id, null, false, times, holder, nanoClock);
        lease.timeUpAt = nanoClock.getAsLong() + times.maxRuntime();
        return lease;
    }

    /// It was granted after this time, and lasts from there on. If that is too long ago, it is as if it were not known.
    synchronized void grantedAfter(long time) {
        if (nanoClock.getAsLong() - time < times.ttl() / YOUNG_PART) {
            acknowledged = true;
            fenceAt = time + times.ttl() - margin;
            beatAt = time + times.beatInterval();
            waiters.wake();
        }
    }

    /// A lease of an earlier process, under which nothing runs any more. Whether it still holds is not known, so the first
    /// thing is to ask: the answer is its acknowledgement.
    static HeldLease leftOver(
            LeaseId id, RunnerId runner, LeaseTimes times, LongSupplier nanoClock) {
        return new HeldLease(runner, id, null, true, times, new Nobody(), nanoClock);
    }

    /// A lease that was granted to a runner that takes no work any more: it is given back, and nothing else.
    static HeldLease unwanted(ReleaseLease release, LeaseTimes times, LongSupplier nanoClock) {
        var lease = leftOver(release.leaseId(), release.runnerId(), times, nanoClock);
        lease.acknowledged = true;
        lease.last = release;
        return lease;
    }

    public LeaseId id() {
        return id;
    }

    /// Whether the lease is good at this moment, as far as this runner can know.
    public synchronized boolean holds() {
        return settlement == null && nanoClock.getAsLong() - fenceAt < 0;
    }

    public synchronized boolean isSettled() {
        return settlement != null;
    }

    /// Whether nobody takes it for ours any more. The orchestrator does not know of a lease that we lost by our own clock.
    public synchronized boolean isKnownToBeOver() {
        return settlement != null && !settlement.equals(FENCED);
    }

    /// Whether the orchestrator knows that the work starts.
    public synchronized boolean isAcknowledged() {
        return acknowledged;
    }

    /// Waits until the orchestrator knows that the work starts. No step runs before: from here on the fence is counted
    /// from a moment before the message, however long the grant was on its way.
    ///
    /// @return whether it does; not if the lease is gone
    public boolean awaitAcknowledged() throws InterruptedException {
        waiters.await(() -> acknowledged || settlement != null);
        return !isSettled();
    }

    /// Waits until the last message was answered, or the lease is gone.
    public Settlement awaitSettled() throws InterruptedException {
        waiters.await(() -> settlement != null);
        return Objects.requireNonNull(settlement);
    }

    /// When others have to kill the work, by the monotonic clock: a little after we should have done it ourselves, and before anyone
    /// else can have the job.
    synchronized long killAt() {
        return fenceAt + margin / 2;
    }

    /// How long until then.
    public Duration left() {
        return Duration.ofNanos(Math.max(0, killAt() - nanoClock.getAsLong()));
    }

    synchronized void setProgress(Progress now) {
        progress = now;
        beatSoon = true;
    }

    public synchronized void setLogBytesSent(long bytes) {
        logBytesSent = bytes;
    }

    /// The work is over, and this says how. It is repeated until it is answered.
    synchronized void end(ForLease message) {
        if (last == null) {
            last = message;
        }
    }

    /// What has to be said now, if anything.
    ///
    /// @param slackPart a beat that is due within this part of its interval is due now
    synchronized @Nullable Letter due(long now, int slackPart) {
        if (settlement != null || underWay != null || now - retryAt < 0) {
            return null;
        }
        ForLease message = dueMessage(now, beatEvery / slackPart);
        if (message != null) {
            underWay = new Letter(message, now);
        }
        return underWay;
    }

    private @Nullable ForLease dueMessage(long now, long slack) {
        if (!acknowledged) {
            return ack == null ? beat() : ack;
        }
        boolean doubtful = now - fenceAt >= 0;
        if (last != null && !doubtful) {
            return last;
        }
        if (last != null || beatSoon || now + slack - beatAt >= 0) {
            beatSoon = false;
            return beat();
        }
        return null;
    }

    private Heartbeat beat() {
        return new Heartbeat(id, runner, progress, new LogCursor(logBytesSent), null);
    }

    /// Ends what must not go on at this moment.
    synchronized Runnable lookAtClock(long now) {
        if (settlement != null || last != null) {
            return HeldLease::nothing;
        }
        if (now - fenceAt >= 0 && !leftOver) {
            return lose(FENCED.reason());
        }
        if (!timedOut && timeUpAt != NEVER && now - timeUpAt >= 0) {
            timedOut = true;
            return holder::timeUp;
        }
        return HeldLease::nothing;
    }

    /// When to look at this lease again, at the latest.
    ///
    /// @param connected whether anything can be said
    synchronized long nextLook(long now, boolean connected) {
        long next = now + times.beatInterval();
        if (settlement != null) {
            return next;
        }
        if (connected && underWay == null) {
            boolean isWaiting = last != null || !acknowledged || beatSoon;
            next = isWaiting ? retryAt : Monotonic.later(beatAt, retryAt);
        }
        if (last == null && !leftOver) {
            next = Monotonic.earlier(next, fenceAt);
            if (!timedOut && timeUpAt != NEVER) {
                next = Monotonic.earlier(next, timeUpAt);
            }
        }
        return next;
    }

    /// Whether the message under way should have been answered long ago.
    synchronized boolean isOverdue(long now, long longestAnswer) {
        return underWay != null
                && now - underWay.sentAt() > Math.min(longestAnswer, times.ttl() / OVERDUE_PART);
    }

    /// The connection is gone, and with it the answer. The message is said again on the next one.
    synchronized void unanswered() {
        underWay = null;
    }

    /// The message could not be delivered; it is said again after a while.
    synchronized void undelivered(long now) {
        underWay = null;
        retryAt = now + RETRY_NANOS;
    }

    /// The lease was named when the runner attached again, and nothing was said against it.
    synchronized Runnable resumed(long attachSentAt, Duration ttl) {
        return settlement == null ? renew(attachSentAt, ttl) : HeldLease::nothing;
    }

    /// An answer came.
    ///
    /// @param letter what it answers; null for what was said unasked
    synchronized Runnable heard(@Nullable Letter letter, OrchestratorMessage message, long now) {
        if (letter != null && letter.equals(underWay)) {
            underWay = null;
        }
        if (settlement != null) {
            return HeldLease::nothing;
        }
        long sentAt = letter == null ? now : letter.sentAt();
        return switch (message) {
            case LeaseAcked acked ->
                    inTurn(
                            acknowledged(sentAt, acked.leaseTtl(), now),
                            cancel("CANCELED", acked.cancelDeadline()));
            case HeartbeatAck beat when !beat.extendLease() -> lose("NOT_EXTENDED");
            case HeartbeatAck beat ->
                    inTurn(
                            renew(sentAt, beat.newLeaseTtl()),
                            cancel(
                                    "CANCELED",
                                    beat.cancelRequested() ? beat.cancelDeadline() : null));
            case CancelRequested cancel -> cancel(cancel.reason(), cancel.deadline());
            case CompleteAck complete -> settle(new Settlement.Accepted(complete.finalStatus()));
            case CancelConfirmed confirmed ->
                    settle(new Settlement.Accepted(confirmed.finalStatus()));
            case LeaseReleased _ -> settle(new Settlement.Accepted(null));
            case StaleLease stale when LastWords.ended(last, stale.reason()) ->
                    settle(new Settlement.Accepted(null));
            case StaleLease stale -> lose(stale.reason());
            case Refused refused -> refused(letter, refused, now);
            case LeaseGranted _, Withdrawn _, Attached _ -> HeldLease::nothing;
        };
    }

    private Runnable acknowledged(long sentAt, Duration ttl, long now) {
        acknowledged = true;
        timeUpAt = now + times.maxRuntime();
        waiters.wake();
        return renew(sentAt, ttl);
    }

    private Runnable renew(long sentAt, Duration ttl) {
        if (ack == null && !acknowledged) {
            acknowledged = true;
            waiters.wake();
        }
        long nanos = LeaseTimes.nanos(ttl);
        // Near its time limit a lease is renewed for less and less; killing takes as long as ever,
        // if there is anything to kill.
        margin =
                leftOver || last != null
                        ? LeaseTimes.margin(nanos)
                        : Math.max(times.margin(), LeaseTimes.margin(nanos));
        fenceAt = sentAt + nanos - margin;
        beatEvery = Math.min(times.beatInterval(), Math.max(nanos / 2, SHORTEST_BEAT_NANOS));
        beatAt = sentAt + beatEvery;
        return holder::renewed;
    }

    private Runnable cancel(String reason, @Nullable Duration deadline) {
        if (deadline == null || canceled || last != null) {
            return HeldLease::nothing;
        }
        canceled = true;
        return () -> holder.cancel(reason, deadline);
    }

    /// The lease is current but the message was not taken.
    private Runnable refused(@Nullable Letter letter, Refused refused, long now) {
        retryAt = now + RETRY_NANOS;
        if (letter == null || !letter.message().equals(last)) {
            return HeldLease::nothing;
        }
        switch (letter.message()) {
            case CancelAck _ -> last = new ReleaseLease(id, runner, "stopped, but not canceled");
            case Complete complete when !complete.evidence().isPlain() ->
                    last = LastWords.withoutEvidence(complete, refused);
            case Complete _, ReleaseLease _ -> {
                return lose(refused.code());
            }
            case AckLease _, Heartbeat _ -> {}
        }
        return HeldLease::nothing;
    }

    private Runnable lose(String reason) {
        settle(new Settlement.Lost(reason));
        return () -> holder.lost(reason);
    }

    private Runnable settle(Settlement how) {
        settlement = how;
        waiters.wake();
        return HeldLease::nothing;
    }

    private static Runnable inTurn(Runnable first, Runnable second) {
        return () -> {
            first.run();
            second.run();
        };
    }

    private static void nothing() {}
}
