package dev.baton.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A TCP connection with a buffer for what was read. One thread may read while another writes.
final class SocketLine implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_LINE_BYTES = 16 << 10;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer;
    private int next;
    private int end;

    SocketLine(URI server, int bufferBytes) throws IOException {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.connect(
                new InetSocketAddress(server.getHost(), server.getPort()),
                Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
        in = socket.getInputStream();
        out = socket.getOutputStream();
        buffer = new byte[bufferBytes];
    }

    void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    int readByte() throws IOException {
        if (next == end) {
            fill();
        }
        return buffer[next++] & 0xff;
    }

    /// Reads exactly this many bytes.
    void read(byte[] target, int offset, int length) throws IOException {
        int buffered = Math.min(length, end - next);
        System.arraycopy(buffer, next, target, offset, buffered);
        next += buffered;
        if (buffered < length
                && in.readNBytes(target, offset + buffered, length - buffered)
                        < length - buffered) {
            throw closed();
        }
    }

    /// Reads up to the end of a line of an HTTP head.
    String readLine() throws IOException {
        var line = new StringBuilder();
        for (int b = readByte(); b != '\n'; b = readByte()) {
            if (line.length() == MOST_LINE_BYTES) {
                throw new IOException(
                        "expected a line of at most %d bytes".formatted(MOST_LINE_BYTES));
            }
            line.append((char) b);
        }
        return line.toString().stripTrailing();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        if (end == 0) {
            throw closed();
        }
    }

    private static EOFException closed() {
        return new EOFException("the orchestrator closed the connection");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
