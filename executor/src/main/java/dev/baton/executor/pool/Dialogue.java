package dev.baton.executor.pool;

import dev.baton.executor.pool.AnswerFault.Treatment;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.WireException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The talk with one process: all requests that it has, and the connections on which they travel. A thread of its own reads, and settles what
/// was answered; any thread may send.
final class Dialogue implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dialogue.class);
    private static final int BUFFER = 64 << 10;

    private final Address address;
    private final boolean isShared;
    private final Ears ears;
    private final Map<String, Exchange> inFlight = new ConcurrentHashMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final Selector selector;
    private volatile @Nullable Connection shared;
    private volatile boolean isClosed;

    /// Who is told what becomes of the talk. Must not block.
    interface Ears {
        /// A call was answered.
        void answered();

        /// Something came that is no good answer.
        void faulty(AnswerFault fault, String detail);

        /// Nobody will ever hear what became of some calls.
        void broken(String why);

        /// Whether there was such a request, answered or not.
        boolean isMade(String requestId);
    }

    /// @param isShared whether all requests travel on one connection; else each has its own
    Dialogue(String name, Address address, boolean isShared, Ears ears) {
        this.address = address;
        this.isShared = isShared;
        this.ears = ears;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("out of descriptors", e);
        }
        Thread.ofPlatform().daemon().name("executor-" + name).start(this::run);
    }

    /// Those who wait for an answer.
    Collection<Exchange> inFlight() {
        return inFlight.values();
    }

    /// Sends a request. It is settled sooner or later, at the end of this dialogue at the latest.
    ///
    /// @return false if it cannot be sent; nothing was
    boolean send(Exchange exchange) {
        inFlight.put(exchange.requestId(), exchange);
        boolean isSent = !isClosed && sendOnce(exchange);
        if (!isSent && !exchange.isDispatched() && !isClosed) {
            // An idle connection may be closed by the process at any time, also in this moment.
            isSent = sendOnce(exchange);
        }
        if (!isSent) {
            if (!exchange.isDispatched()) {
                inFlight.remove(exchange.requestId());
            }
            ears.broken("it cannot be sent requests");
        }
        return isSent || exchange.isDispatched();
    }

    private boolean sendOnce(Exchange exchange) {
        Connection connection = null;
        try {
            connection = isShared ? shared() : Connection.open(address.socket(), selector);
            exchange.on(connection);
            connection.send(exchange);
            return true;
        } catch (IOException | CancelledKeyException | ClosedSelectorException e) {
            log.debug("request could not be sent to={} cause={}", address, e.toString());
            if (connection != null) {
                if (!exchange.isDispatched()) {
                    exchange.on(null);
                }
                lost(connection, "the connection broke: " + e.getMessage());
            }
            return false;
        }
    }

    private Connection shared() throws IOException {
        Connection current = shared;
        return current != null && current.isOpen() ? current : openShared();
    }

    private synchronized Connection openShared() throws IOException {
        Connection current = shared;
        if (current == null || !current.isOpen()) {
            current = Connection.open(address.socket(), selector);
            shared = current;
        }
        return current;
    }

    /// Ends it: whoever still waits for an answer will not get one.
    void close(String why) {
        isClosed = true;
        close();
        inFlight.values().forEach(exchange -> exchange.lose(why));
        inFlight.clear();
    }

    @Override
    public void close() {
        isClosed = true;
        selector.wakeup();
    }

    private void run() {
        try (selector) {
            while (!isClosed) {
                selector.select(this::serve);
            }
            selector.keys().forEach(key -> connection(key).close());
        } catch (IOException | RuntimeException e) {
            log.error("dialogue with an executor broke address={}", address, e);
            ears.broken("we could not listen to it");
        }
    }

    private void serve(SelectionKey key) {
        Connection connection = connection(key);
        try {
            if (key.isValid() && (key.isConnectable() || key.isWritable())) {
                connection.goOn();
            }
            if (key.isValid() && key.isReadable()) {
                read(connection);
            }
        } catch (IOException | CancelledKeyException e) {
            lost(connection, "the connection broke: " + e.getMessage());
        }
    }

    private void read(Connection connection) throws IOException {
        buffer.clear();
        if (connection.read(buffer) < 0) {
            if (connection.assembly().isInside()) {
                ears.faulty(AnswerFault.CUT_OFF, "the connection ended within an answer");
            }
            lost(connection, "it closed the connection");
            return;
        }
        buffer.flip();
        try {
            byte[] payload = connection.assembly().next(buffer);
            while (payload != null && connection.isOpen()) {
                take(connection, payload);
                payload = connection.assembly().next(buffer);
            }
        } catch (FrameAssembly.BadLength e) {
            close(connection, e.fault(), String.valueOf(e.getMessage()));
        }
        if (!isShared && on(connection).isEmpty()) {
            connection.close();
        }
    }

    private void take(Connection connection, byte[] payload) {
        try {
            switch (EnvelopeCodec.decode(payload)) {
                case ExecutionOutcome outcome -> answer(outcome);
                case ExecutionRequest request ->
                        refuse(
                                connection,
                                AnswerFault.UNKNOWN_TYPE,
                                request.requestId(),
                                "expected a response, got a request");
                case CancelRequest cancel ->
                        refuse(
                                connection,
                                AnswerFault.UNKNOWN_TYPE,
                                cancel.requestId(),
                                "expected a response, got a cancel");
            }
        } catch (WireException e) {
            refuse(
                    connection,
                    AnswerFault.of(e.code()),
                    e.requestId(),
                    String.valueOf(e.getMessage()));
        }
    }

    private void answer(ExecutionOutcome outcome) {
        Exchange exchange = inFlight.get(outcome.requestId());
        if (exchange == null) {
            boolean isMade = ears.isMade(outcome.requestId());
            ears.faulty(
                    isMade ? AnswerFault.DUPLICATE : AnswerFault.UNKNOWN_REQUEST,
                    "nobody waits for an answer to request " + outcome.requestId());
            return;
        }
        if (!exchange.jobId().equals(outcome.jobId())) {
            Connection used = exchange.connection();
            String detail =
                    "expected an answer of job %s, got one of job %s"
                            .formatted(exchange.jobId(), outcome.jobId());
            if (used != null) {
                close(used, AnswerFault.WRONG_JOB, detail);
            }
            return;
        }
        if (exchange.isOverdue()) {
            ears.faulty(AnswerFault.LATE, "request " + outcome.requestId());
        }
        inFlight.remove(outcome.requestId());
        ears.answered();
        CallResult result = CallResult.of(outcome);
        if (result instanceof CallResult.ProtocolError refusal) {
            ears.faulty(refusal.fault(), refusal.detail());
        }
        exchange.settle(result);
    }

    /// Something came that is no answer. Whoever it names ends with it; if it names nobody, nothing on this connection can be trusted.
    private void refuse(
            Connection connection, AnswerFault fault, @Nullable String requestId, String detail) {
        if (requestId == null || fault.treatment() == Treatment.CLOSE) {
            close(connection, fault, detail);
            return;
        }
        ears.faulty(fault, detail);
        Exchange named = inFlight.remove(requestId);
        if (named != null) {
            named.settle(new CallResult.ProtocolError(fault, detail));
        }
    }

    /// Closes a connection for what came on it.
    private void close(Connection connection, AnswerFault fault, String detail) {
        ears.faulty(fault, detail);
        List<Exchange> left = on(connection);
        boolean isKnown = left.size() == 1;
        CallResult ending =
                fault == AnswerFault.OVERSIZED && isKnown
                        ? new CallResult.TooLarge(CallResult.What.ANSWER, detail)
                        : new CallResult.ProtocolError(fault, detail);
        left.forEach(exchange -> exchange.sentence(ending));
        lost(connection, detail);
    }

    /// Nothing comes on this connection any more.
    private void lost(Connection connection, String why) {
        connection.close();
        if (!on(connection).isEmpty()) {
            ears.broken(why);
        }
    }

    private List<Exchange> on(Connection connection) {
        return inFlight.values().stream()
                .filter(exchange -> exchange.connection() == connection)
                .toList();
    }

    private static Connection connection(SelectionKey key) {
        return (Connection) key.attachment();
    }
}
