package dev.baton.executor;

import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.ExecutorMessage;
import dev.baton.executor.wire.FrameReader;
import dev.baton.executor.wire.Frames;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// One connection to an executor, with which anything can be said.
final class TestClient implements AutoCloseable {
    private static final Instant ENQUEUED = Instant.parse("2025-01-01T12:00:00Z");

    private final SocketChannel channel;
    private final FrameReader in;
    private final OutputStream out;

    private TestClient(SocketChannel channel) {
        this.channel = channel;
        this.in = new FrameReader(Channels.newInputStream(channel));
        this.out = Channels.newOutputStream(channel);
    }

    static TestClient connect(ExecutorAddress address) throws IOException {
        return new TestClient(SocketChannel.open(socketAddress(address)));
    }

    static SocketAddress socketAddress(ExecutorAddress address) {
        return switch (address) {
            case ExecutorAddress.Unix(Path path) -> UnixDomainSocketAddress.of(path);
            case ExecutorAddress.Tcp tcp -> new InetSocketAddress(tcp.host(), tcp.port());
        };
    }

    static ExecutionRequest request(String id, String function, String args) {
        return request(id, function, args, null);
    }

    static ExecutionRequest request(
            String id, String function, String args, @Nullable Instant deadline) {
        return new ExecutionRequest(
                id,
                "job-" + id,
                function,
                args,
                "{}",
                new ExecutionRequest.Context(
                        "job-" + id, 1, ENQUEUED, "default", deadline, Map.of(), null));
    }

    void send(ExecutorMessage message) throws IOException {
        out.write(EnvelopeCodec.frame(message));
    }

    /// Says a text in a frame of its own.
    void say(String payload) throws IOException {
        out.write(Frames.of(payload.getBytes(StandardCharsets.UTF_8)));
    }

    /// Says bytes, without a frame.
    void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    void cancel(ExecutionRequest request) throws IOException {
        send(new CancelRequest(request.jobId(), request.requestId(), false));
    }

    /// The next outcome, which has to come.
    ExecutionOutcome outcome() throws IOException {
        return (ExecutionOutcome)
                EnvelopeCodec.decode(Objects.requireNonNull(in.next(), "the end came instead"));
    }

    ExecutionOutcome call(String id, String function, String args) throws IOException {
        send(request(id, function, args));
        return outcome();
    }

    /// Waits until the executor closes the connection.
    ///
    /// @return whether it said nothing before
    boolean isClosedSilently() throws IOException {
        try {
            return in.next() == null;
        } catch (IOException _) {
            return true; // reset, because it had not read all of what we said
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
