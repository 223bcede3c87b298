package dev.baton.server.stream;

import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.Decoded;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.server.auth.Gate.StillValid;
import dev.baton.server.http.Caller;
import dev.baton.server.runner.Attendance.OtherProcess;
import dev.baton.server.runner.Holders;
import dev.baton.server.runner.Replies;
import dev.baton.store.Grant;
import dev.baton.store.Pending;
import dev.baton.store.Reply;
import dev.baton.store.StoreException;
import dev.baton.store.Views.CancelOrder;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// One runner's stream. Frames arrive one at a time; grants and cancels come from the engine's threads in between.
public final class LeaseStream {
    private static final Logger log = LoggerFactory.getLogger(LeaseStream.class);

    private final StreamParts parts;
    private final Caller caller;
    private final StillValid stillValid;
    private final long number;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Wire wire;
    private volatile @Nullable Outbox outbox;
    private volatile @Nullable Attachment attached;

    private final Answers answers = new Answers(this::answer, this::demand);

    private final SignsOfLife signs;

    /// Until the runner's next frame after its Attach.
    private @Nullable Resumption resumption;

    /// A runner that does not say how many jobs it executes at once asks for all of them first.
    private boolean saidCapacity;

    public LeaseStream(StreamParts parts, Caller caller, StillValid stillValid) {
        this.parts = parts;
        this.caller = caller;
        this.stillValid = stillValid;
        signs = new SignsOfLife(parts.pace().nanos());
        number = parts.streams().nextNumber();
    }

    /// Which one it is, among the streams of this orchestrator.
    long number() {
        return number;
    }

    /// The connection is there.
    public void opened(Wire opened) {
        wire = opened;
        outbox = new Outbox(opened, parts.pace().nanos(), this::end);
        parts.streams().add(this);
        answers.readOn();
    }

    /// A frame came. The next one comes when there is room for its answer, and may come before this one is committed.
    public void heard(String frame) {
        signs.came();
        answers.heard();
        trying(
                () -> {
                    if (stillValid.ask()) {
                        work(frame);
                        answers.readOn();
                    } else {
                        close(StatusCode.POLICY_VIOLATION, "the token is not valid any more");
                    }
                });
    }

    private void trying(Runnable what) {
        try {
            what.run();
        } catch (ProtocolException e) {
            say(List.of(Replies.unreadable(null, e)));
            close(StatusCode.BAD_PAYLOAD, "not a frame of messages");
        } catch (StoreException e) {
            log.warn("stream closed for want of a store runner={} code={}", shown(), e.code());
            close(StatusCode.TRY_AGAIN_LATER, e.code().name());
        } catch (RuntimeException e) {
            log.error("stream failed runner={}", shown(), e);
            close(StatusCode.SERVER_ERROR, "INTERNAL");
        }
    }

    /// Asks for the next frame when there is room for its answer.
    private void demand() {
        Wire open = wire;
        Outbox out = outbox;
        if (open != null && out != null && !over.get()) {
            out.whenRoom(open::demand);
        }
    }

    /// A sign of life came.
    public void heardPong() {
        signs.came();
        Wire open = wire;
        if (open != null) {
            open.demand();
        }
    }

    /// The connection is gone.
    public void ended() {
        end();
    }

    void broke(Throwable cause) {
        log.debug("stream broke runner={} cause={}", shown(), cause.toString());
        end();
    }

    /// Takes a frame to the engine; it is answered with one frame, after its commit.
    private void work(String text) {
        List<Decoded<RunnerMessage>> frame = MessageCodec.RUNNER.readFrame(text);
        int first = 0;
        Attachment now = attached;
        if (now == null) {
            now = attach(frame);
            if (now == null) {
                return;
            }
            first = 1;
        } else if (resumption != null) {
            resumption.confirmed();
            resumption = null;
        }
        var work = new FrameWork(now.holder(), parts.streams(), frame.size());
        for (var decoded : frame.subList(first, frame.size())) {
            switch (decoded) {
                case Decoded.Rejected<RunnerMessage> rejected ->
                        work.reply(Replies.unreadable(rejected.leaseId(), rejected.reason()));
                case Decoded.Message<RunnerMessage> message ->
                        work.add(message.message(), now.demands());
            }
        }
        if (!saidCapacity && work.saysWhatIsWanted()) {
            saidCapacity = true;
            parts.register()
                    .wants(
                            now.holder(),
                            now.capabilities(),
                            work.wanted().values().stream().mapToInt(Integer::intValue).sum());
        }
        Pending<List<Reply>> pending =
                work.needsTheEngine()
                        ? parts.engine()
                                .beginExchange(
                                        now.holder(),
                                        work.commands(),
                                        now.demands().wanted(work.wanted()))
                        : null;
        if (answers.add(work, pending)) {
            parts.pace().aside().execute(this::answerAll);
        }
    }

    private void answerAll() {
        answers.giveAll();
        // For what was granted after the last answer and before it was known to be the last.
        Outbox out = outbox;
        if (out != null) {
            out.flush();
        }
    }

    /// A frame is committed: says what came of it, and whatever was granted meanwhile.
    private void answer(FrameWork work, @Nullable Pending<List<Reply>> pending) {
        Outbox out = outbox;
        if (out == null) {
            return;
        }
        trying(
                () -> {
                    List<Reply> replies = pending == null ? List.of() : pending.await();
                    if (!out.offer(work.replies(replies))) {
                        close(StatusCode.POLICY_VIOLATION, "the runner does not read");
                    }
                    out.flush();
                });
    }

    private @Nullable Attachment attach(List<Decoded<RunnerMessage>> frame) {
        if (frame.isEmpty()
                || !(frame.getFirst() instanceof Decoded.Message<RunnerMessage> message)
                || !(message.message() instanceof Attach attach)) {
            refuse("NOT_ATTACHED", "expected Attach as the first message of a stream");
            return null;
        }
        if (!Holders.mayBe(caller, attach.runnerId())) {
            refuse("OTHER_RUNNER", "the token belongs to another runner_id");
            return null;
        }
        var holder = new LeaseHolder(attach.runnerId(), caller.leaseCredential());
        var other = new SameName(parts, holder).inTheWayOf(attach);
        if (other.isPresent()) {
            refuse(OtherProcess.CODE, other.get().refusal(attach.runnerId()));
            return null;
        }
        var demands =
                new Demands(
                        parts.engine(),
                        parts.register(),
                        holder,
                        attach.instance(),
                        attach.capabilities(),
                        this::take);
        var now = new Attachment(holder, attach.instance(), attach.capabilities(), demands);
        Integer capacity = attach.capacity();
        saidCapacity = capacity != null;
        parts.register().saw(holder, attach.capabilities(), capacity == null ? 0 : capacity);
        attached = now;
        parts.streams().attach(holder, attach.instance(), this);
        if (over.get()) {
            demands.close();
            return null;
        }
        var told = new ArrayList<OrchestratorMessage>();
        told.add(
                new Attached(
                        attach.runnerId(), parts.terms().heartbeatInterval(), parts.terms().ttl()));
        if (attach.leases() != null) {
            var resuming = new Resumption(parts, holder, attach.instance());
            told.addAll(resuming.resume(attach.leases()));
            resumption = resuming;
        }
        say(told);
        return now;
    }

    /// Takes leases for the runner: never blocks, and says no once the runner is gone or does not read.
    private boolean take(List<Grant> grants, @Nullable String only) {
        Outbox out = outbox;
        Attachment now = attached;
        if (out == null || now == null || over.get()) {
            return false;
        }
        var messages = new ArrayList<LeaseGranted>(grants.size());
        for (Grant grant : grants) {
            parts.streams().hold(now.holder(), grant.job(), grant.leaseId());
            messages.add(parts.grants().told(grant, only));
        }
        if (!out.offer(messages)) {
            parts.pace()
                    .aside()
                    .execute(() -> close(StatusCode.POLICY_VIOLATION, "the runner does not read"));
            return false;
        }
        flushSoon(out);
        return true;
    }

    /// Tells the runner to stop a job. Never blocks.
    void cancel(JobId job, LeaseId lease, CancelOrder order) {
        Outbox out = outbox;
        var message = new CancelRequested(lease, job, order.reason(), order.left(), order.at());
        if (out != null && out.offer(List.of(message))) {
            flushSoon(out);
        }
    }

    /// Which process of the runner it is, if it said so.
    @Nullable InstanceId instance() {
        Attachment now = attached;
        return now == null ? null : now.instance();
    }

    /// Whether the runner is there, as far as can be known.
    boolean isLive() {
        return !over.get() && signs.areThere(this::ping);
    }

    SignsOfLife signs() {
        return signs;
    }

    /// How long nothing was heard of the runner.
    long silentNanos(long now) {
        return signs.silentNanos(now);
    }

    /// The id of the runner's token.
    String token() {
        return caller.credential();
    }

    boolean isStuck(Duration longest, long now) {
        Outbox out = outbox;
        return out != null && out.isStuck(longest.toNanos(), now);
    }

    boolean isStillValid() {
        return stillValid.ask();
    }

    void ping() {
        Wire open = wire;
        if (open != null) {
            open.ping();
        }
    }

    /// Says goodbye and ends the stream.
    void close(int status, String why) {
        end();
        Wire open = wire;
        if (open != null) {
            open.close(status, why);
        }
    }

    /// Ends the stream without a word: the runner does not listen.
    void cut() {
        end();
        Wire open = wire;
        if (open != null) {
            open.cut();
        }
    }

    /// Withdraws the demand and gives back what did not reach the runner. Does its work once.
    private void end() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        Attachment last = attached;
        if (last != null) {
            last.demands().close();
        }
        Outbox out = outbox;
        List<LeaseId> undelivered = out == null ? List.of() : out.close();
        boolean wasCurrent = parts.streams().remove(this, last == null ? null : last.holder());
        if (last != null && last.instance() != null && wasCurrent) {
            parts.register().left(last.holder(), last.instance());
        }
        if (last != null && !undelivered.isEmpty()) {
            parts.pace()
                    .aside()
                    .execute(() -> parts.giveBack().undelivered(last.holder(), undelivered));
        }
    }

    private void refuse(String code, String detail) {
        say(List.of(new Refused(null, code, detail)));
        close(StatusCode.POLICY_VIOLATION, code);
    }

    private void say(List<OrchestratorMessage> messages) {
        Outbox out = outbox;
        if (out != null) {
            out.offer(messages);
            out.flush();
        }
    }

    /// Frames are written on a thread of their own: the engine's threads have better things to do.
    private void flushSoon(Outbox out) {
        if (!answers.areDue()) {
            parts.pace().aside().execute(out::flush);
        }
    }

    private String shown() {
        Attachment last = attached;
        return last == null ? "unknown" : last.holder().runner().value();
    }
}
