package dev.baton.executor.pool;

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
import java.util.Objects;

/// The connections to one process, on which its [Talk] travels. A thread of its own reads; any thread may send.
final class Dialogue implements OutputLines.Calls, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dialogue.class);
    private static final int BUFFER = 64 << 10;

    private final Address address;
    private final boolean isShared;
    private final Talk.Ears ears;
    private final Runnable catchUp;
    private final Talk talk;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final Selector selector;
    private volatile @Nullable Connection shared;
    private volatile boolean isClosed;

    /// @param isShared whether all requests travel on one connection; else each has its own, and there is one at a time
    /// @param catchUp hands over what the process has printed so far
    Dialogue(String name, Address address, boolean isShared, Talk.Ears ears, Runnable catchUp) {
        this.address = address;
        this.isShared = isShared;
        this.ears = ears;
        this.catchUp = catchUp;
        this.talk = new Talk(ears, System::nanoTime);
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("out of descriptors", e);
        }
        Thread.ofPlatform().daemon().name("executor-" + name).start(this::run);
    }

    /// Those who wait for an answer.
    Collection<Exchange> inFlight() {
        return talk.inFlight();
    }

    @Override
    public @Nullable CallOutput of(String requestId) {
        return talk.output(requestId);
    }

    /// With one call at a time, what is printed while it has one is of that.
    @Override
    public @Nullable CallOutput only() {
        return isShared ? null : talk.onlyOutput();
    }

    /// Sends a request. It is settled sooner or later, at the end of this dialogue at the latest.
    ///
    /// @return false if it cannot be sent; nothing was
    boolean send(Exchange exchange) {
        if (!isShared) {
            // What was printed before is not of this call.
            catchUp.run();
        }
        talk.add(exchange);
        boolean isSent = !isClosed && sendOnce(exchange);
        if (!isSent && !exchange.isDispatched() && !isClosed) {
            // An idle connection may be closed by the process at any time, also in this moment.
            isSent = sendOnce(exchange);
        }
        if (!isSent) {
            if (!exchange.isDispatched()) {
                talk.remove(exchange);
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
                talk.lost(connection, "the connection broke: " + e.getMessage());
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
    ///
    /// @param culprit the request because of which the process was killed, if there is one
    void close(String why, @Nullable Exchange culprit) {
        isClosed = true;
        close();
        talk.end(why, culprit);
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
            selector.keys().stream()
                    .map(Dialogue::connection)
                    // One that nobody listens to yet is closed by who opens it.
                    .filter(Objects::nonNull)
                    .forEach(Connection::close);
        } catch (IOException | RuntimeException e) {
            log.error("dialogue with an executor broke address={}", address, e);
            ears.broken("we could not listen to it");
        }
    }

    private void serve(SelectionKey key) {
        Connection connection = Objects.requireNonNull(connection(key));
        try {
            if (key.isValid() && (key.isConnectable() || key.isWritable())) {
                connection.goOn();
            }
            if (key.isValid() && key.isReadable()) {
                read(connection);
            }
        } catch (IOException | CancelledKeyException e) {
            talk.lost(connection, "the connection broke: " + e.getMessage());
        }
    }

    private void read(Connection connection) throws IOException {
        buffer.clear();
        if (connection.read(buffer) < 0) {
            talk.hearEnd(connection);
            return;
        }
        // What a handler printed before it was answered belongs to it, and after the answer nobody
        // would know.
        catchUp.run();
        talk.hear(connection, buffer.flip());
        if (!isShared && talk.on(connection).isEmpty()) {
            connection.close();
        }
    }

    private static @Nullable Connection connection(SelectionKey key) {
        return (Connection) key.attachment();
    }
}
