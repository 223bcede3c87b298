package dev.baton.server.stream;

import dev.baton.protocol.JobSpec;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// What is on its way to one runner: while one frame is being sent, the next ones are gathered into one. Any thread
/// may call it; none waits.
final class Outbox {
    /// A runner that reads never has this much waiting.
    private static final int MOST_MESSAGES = 25_000;

    private static final long MOST_SPEC_CHARACTERS = 64L << 20;

    /// With more than this waiting, nothing more is read from the runner.
    private static final int ROOM = 5_000;

    private final Wire wire;
    private final LongSupplier nanos;
    private final Runnable failed;
    private List<OrchestratorMessage> waiting = new ArrayList<>(0);
    private List<OrchestratorMessage> underWay = List.of();
    private long specCharacters;
    private long sendingSince;
    private boolean closed;
    private @Nullable Runnable whenRoom;

    /// @param failed called when a frame could not be sent
    Outbox(Wire wire, LongSupplier nanos, Runnable failed) {
        this.wire = wire;
        this.nanos = nanos;
        this.failed = failed;
    }

    /// Takes messages to be sent at the next [#flush], all or none.
    ///
    /// @return whether they were taken; not if the stream is over, or the runner does not read
    synchronized boolean offer(List<? extends OrchestratorMessage> messages) {
        long more = characters(messages);
        if (closed
                || waiting.size() + messages.size() > MOST_MESSAGES
                || specCharacters + more > MOST_SPEC_CHARACTERS) {
            return false;
        }
        waiting.addAll(messages);
        specCharacters += more;
        return true;
    }

    /// Sends what waits, unless something is being sent: then it follows by itself.
    void flush() {
        List<OrchestratorMessage> batch;
        synchronized (this) {
            if (closed || !underWay.isEmpty() || waiting.isEmpty()) {
                return;
            }
            batch = waiting;
            underWay = batch;
            waiting = new ArrayList<>(0);
            specCharacters = 0;
            sendingSince = nanos.getAsLong();
        }
        send(MessageCodec.ORCHESTRATOR.writeFrames(batch), 0);
    }

    /// Calls back once, when there is room for more: at once if there is.
    void whenRoom(Runnable then) {
        synchronized (this) {
            if (waiting.size() > ROOM) {
                whenRoom = then;
                return;
            }
        }
        then.run();
    }

    /// Whether a frame has been on its way for longer than this.
    synchronized boolean isStuck(long longest, long now) {
        return !underWay.isEmpty() && now - sendingSince > longest;
    }

    /// Takes nothing any more.
    ///
    /// @return the leases that the runner was not told of
    synchronized List<LeaseId> close() {
        if (closed) {
            return List.of();
        }
        closed = true;
        var leases = new ArrayList<LeaseId>();
        for (var messages : List.of(underWay, waiting)) {
            for (OrchestratorMessage message : messages) {
                if (message instanceof LeaseGranted granted) {
                    leases.add(granted.leaseId());
                }
            }
        }
        waiting = List.of();
        underWay = List.of();
        return leases;
    }

    private void send(List<byte[]> frames, int next) {
        if (next == frames.size()) {
            sent();
            return;
        }
        wire.send(
                new String(frames.get(next), StandardCharsets.UTF_8),
                () -> send(frames, next + 1),
                failed);
    }

    private void sent() {
        Runnable then = null;
        synchronized (this) {
            underWay = List.of();
            if (waiting.size() <= ROOM) {
                then = whenRoom;
                whenRoom = null;
            }
        }
        flush();
        if (then != null) {
            then.run();
        }
    }

    private static long characters(List<? extends OrchestratorMessage> messages) {
        long characters = 0;
        for (OrchestratorMessage message : messages) {
            if (message instanceof LeaseGranted granted
                    && granted.spec() instanceof JobSpec.Embedded spec) {
                characters += spec.json().length();
            }
        }
        return characters;
    }
}
