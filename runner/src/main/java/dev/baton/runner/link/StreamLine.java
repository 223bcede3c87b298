package dev.baton.runner.link;

import dev.baton.core.Capabilities;
import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.Limits;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.Withdraw;
import dev.baton.runner.lease.Letter;
import dev.baton.runner.lease.Line;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The lease stream: messages in frames over a WebSocket.
final class StreamLine implements Line, WebSocket.Listener {
    private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

    /// The orchestrator asks for a sign of life every 25 seconds or so.
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

    /// Those of the Attach count.
    private static final Capabilities NONE = Capabilities.of(List.of());

    private final Self self;
    private final RunnerId runner;
    private final Correspondence letters;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CompletableFuture<List<OrchestratorMessage>> attached = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private volatile @Nullable WebSocket socket;
    private volatile String why = "closed";
    private volatile long heardAt = System.nanoTime();

    /// The orchestrator answers frame after frame, each after its commit. One that it works on and one that is there when it is
    /// done keep it busy; what gathers meanwhile travels, and is committed, together.
    private static final int MOST_FRAMES_UNDER_WAY = 2;

    // Guarded by this: what waits to be sent.
    private List<RunnerMessage> unsent = new ArrayList<>();
    private boolean sending;

    /// For each frame that waits for answers, how many letters were sent on this line when it was.
    private final Deque<Long> underWay = new ArrayDeque<>();

    private long lettersSent;

    private StreamLine(Self self, Hears hears) {
        this.self = self;
        this.runner = self.id();
        letters = new Correspondence(hears, this::giveUp);
    }

    /// Connects.
    ///
    /// @param server which orchestrator to
    static StreamLine open(Calls calls, URI server, Self self, Hears hears)
            throws LinkException, InterruptedException {
        var line = new StreamLine(self, hears);
        CompletableFuture<WebSocket> opening =
                calls.http()
                        .newWebSocketBuilder()
                        .connectTimeout(LONGEST_HANDSHAKE)
                        .header("Authorization", calls.authorization())
                        .buildAsync(Calls.stream(server), line);
        try {
            line.socket = opening.get(LONGEST_HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
            return line;
        } catch (TimeoutException _) {
            opening.cancel(true);
            throw new LinkException(LinkException.Kind.UNREACHABLE, "no answer in time");
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        }
    }

    private static LinkException failed(@Nullable Throwable cause) {
        if (cause instanceof WebSocketHandshakeException handshake
                && handshake.getResponse() != null) {
            int status = handshake.getResponse().statusCode();
            var kind =
                    switch (status) {
                        case 401, 403 -> LinkException.Kind.TOKEN_REFUSED;
                        case 429, 500, 503 -> LinkException.Kind.UNREACHABLE;
                        default -> LinkException.Kind.NO_STREAM;
                    };
            return new LinkException(kind, "the upgrade was answered with " + status);
        }
        return new LinkException(LinkException.Kind.UNREACHABLE, String.valueOf(cause));
    }

    /// Says who is there and what it holds, and waits for the answer.
    ///
    /// @return Attached, and what has to be known about the leases that were named
    List<OrchestratorMessage> attach(Capabilities capabilities, int capacity, List<LeaseId> leases)
            throws LinkException, InterruptedException {
        say(List.of(new Attach(runner, capabilities, leases, capacity, self.instance())));
        try {
            return attached.get(LONGEST_HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new LinkException(LinkException.Kind.UNREACHABLE, "no Attached in time");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof LinkException link
                    ? link
                    : new LinkException(LinkException.Kind.UNREACHABLE, String.valueOf(e));
        }
    }

    /// Waits until the stream has ended.
    ///
    /// @return why
    String awaitEnd() throws InterruptedException {
        while (!ended.await(LONGEST_SILENCE.toMillis() / 3, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - heardAt > LONGEST_SILENCE.toNanos()) {
                giveUp("nothing was heard for " + LONGEST_SILENCE);
            }
        }
        return why;
    }

    @Override
    public void send(List<Letter> more) {
        letters.sent(more);
        say(more.stream().<RunnerMessage>map(Letter::message).toList());
    }

    @Override
    public void want(@Nullable String only, int jobs) {
        // A call is short, and begins when its grant is here; a job of steps has preparations to
        // make.
        boolean begins = only != null;
        say(List.of(new LeaseRequest(runner, narrowed(NONE, only), jobs, null, begins)));
    }

    @Override
    public void withdraw(@Nullable String only) {
        say(List.of(new Withdraw(runner, only)));
    }

    @Override
    public boolean acknowledgesBeforehand() {
        return true;
    }

    static Capabilities narrowed(Capabilities all, @Nullable String only) {
        return only == null ? all : all.onlyFor(only);
    }

    @Override
    public void giveUp(String reason) {
        end(reason);
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
    }

    /// Says goodbye, without waiting for an answer.
    @Override
    public void close() {
        end("closed by the runner");
        WebSocket open = socket;
        if (open != null) {
            var _ =
                    open.sendClose(WebSocket.NORMAL_CLOSURE, "")
                            .orTimeout(1, TimeUnit.SECONDS)
                            .whenComplete((_, _) -> open.abort());
        }
    }

    private void say(List<RunnerMessage> messages) {
        synchronized (this) {
            unsent.addAll(messages);
            if (sending) {
                return;
            }
            sending = true;
        }
        sendNext();
    }

    /// Sends what has gathered, as one frame, and goes on until there is nothing more.
    private void sendNext() {
        List<RunnerMessage> next;
        synchronized (this) {
            next = unsent;
            if (next.isEmpty() || underWay.size() >= MOST_FRAMES_UNDER_WAY) {
                sending = false;
                return;
            }
            unsent = new ArrayList<>();
            long answered = next.stream().filter(ForLease.class::isInstance).count();
            if (answered > 0) {
                lettersSent += answered;
                underWay.add(lettersSent);
            }
        }
        WebSocket open = socket;
        if (open == null) {
            giveUp("not connected");
            return;
        }
        CompletableFuture<WebSocket> sent = CompletableFuture.completedFuture(open);
        for (byte[] frame : MessageCodec.RUNNER.writeFrames(next)) {
            String text = new String(frame, StandardCharsets.UTF_8);
            sent = sent.thenCompose(to -> to.sendText(text, true));
        }
        var _ =
                sent.whenComplete(
                        (_, failure) -> {
                            if (failure != null) {
                                giveUp("could not send: " + failure);
                            } else {
                                sendNext();
                            }
                        });
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        heardAt = System.nanoTime();
        partial.append(data);
        if (partial.length() > Limits.MOST_FRAME_BYTES) {
            giveUp("a frame of more than %d characters".formatted(Limits.MOST_FRAME_BYTES));
            return null;
        }
        if (last) {
            String frame = partial.toString();
            partial.setLength(0);
            partial.trimToSize();
            try {
                read(frame);
            } catch (ProtocolException e) {
                giveUp("not a frame of messages: " + e.getMessage());
            }
        }
        from.request(1);
        return null;
    }

    private void read(String frame) {
        List<OrchestratorMessage> messages = Correspondence.read(frame);
        if (!attached.isDone()) {
            attached(messages);
        } else {
            messages.forEach(letters::hear);
            sendMore();
        }
    }

    /// Answers came: there may be room for what has gathered.
    private void sendMore() {
        synchronized (this) {
            long answered = letters.answered();
            while (!underWay.isEmpty() && underWay.element() <= answered) {
                underWay.remove();
            }
            if (sending) {
                return;
            }
            sending = true;
        }
        sendNext();
    }

    private void attached(List<OrchestratorMessage> messages) {
        if (!messages.isEmpty() && messages.getFirst() instanceof Attached) {
            attached.complete(messages);
        } else {
            attached.completeExceptionally(
                    new LinkException(LinkException.Kind.REFUSED, refusal(messages)));
        }
    }

    private static String refusal(List<OrchestratorMessage> messages) {
        if (!messages.isEmpty() && messages.getFirst() instanceof Refused refused) {
            return refused.code() + ": " + refused.detail();
        }
        String said = messages.isEmpty() ? "nothing" : messages.getFirst().toString();
        return "expected Attached, got " + said;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
        heardAt = System.nanoTime();
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        end("the orchestrator ended the stream: %d %s".formatted(status, reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end("the stream broke: " + error);
    }

    private void end(String reason) {
        synchronized (this) {
            if (ended.getCount() > 0) {
                why = reason;
            }
            ended.countDown();
        }
        attached.completeExceptionally(new LinkException(LinkException.Kind.UNREACHABLE, reason));
    }
}
