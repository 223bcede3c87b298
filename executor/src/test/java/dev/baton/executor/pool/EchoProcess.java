package dev.baton.executor.pool;

import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// The least executor there can be: answers each request with its arguments, on the thread that reads it. As a process of its own.
final class EchoProcess {
    private static final int BUFFER = 8 << 10;

    private EchoProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(System.getenv(Address.SOCKET)));
            while (true) {
                SocketChannel client = listener.accept();
                Thread.ofPlatform().start(() -> serve(client));
            }
        }
    }

    private static void serve(SocketChannel client) {
        var assembly = new FrameAssembly();
        var in = ByteBuffer.allocate(BUFFER);
        try (client) {
            while (client.read(in.clear()) >= 0) {
                in.flip();
                var out = new ByteArrayOutputStream();
                for (byte[] next = assembly.next(in); next != null; next = assembly.next(in)) {
                    if (EnvelopeCodec.decode(next) instanceof ExecutionRequest request) {
                        var outcome = ExecutionOutcome.success(request, request.args());
                        out.writeBytes(EnvelopeCodec.frame(outcome));
                    }
                }
                client.write(ByteBuffer.wrap(out.toByteArray()));
            }
        } catch (IOException | FrameAssembly.BadLength _) {
            // The runner is gone.
        }
    }
}
