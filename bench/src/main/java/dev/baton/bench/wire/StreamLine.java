package dev.baton.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A lease stream as its runner sees it: text frames over a WebSocket (RFC 6455), pings answered in passing.
///
/// One thread may receive while others send.
public final class StreamLine implements AutoCloseable {
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int SHORT_FORM = 126;
    private static final int LONG_FORM = 127;
    private static final int MOST_HEAD_BYTES = 14;
    private static final int MOST_MESSAGE_BYTES = 64 << 20;

    private final SocketLine line;
    private final Object sending = new Object();
    private byte[] message;
    private int length;

    /// @param bufferBytes what one read from the socket may bring
    public StreamLine(URI server, String token, int bufferBytes) throws IOException {
        line = new SocketLine(server, bufferBytes);
        message = new byte[bufferBytes];
        try {
            shakeHands(server, token);
        } catch (IOException e) {
            line.close();
            throw e;
        }
    }

    private void shakeHands(URI server, String token) throws IOException {
        // The key matters to proxies only, and there is none.
        line.write(
                SocketLine.ascii(
                        """
                        GET /v1/runner/stream HTTP/1.1\r
                        Host: %s\r
                        Authorization: Bearer %s\r
                        Upgrade: websocket\r
                        Connection: Upgrade\r
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                        Sec-WebSocket-Version: 13\r
                        \r
                        """
                                .formatted(server.getAuthority(), token)));
        String status = line.readLine();
        if (!status.startsWith("HTTP/1.1 101")) {
            throw new IOException("expected 101 Switching Protocols, got " + status);
        }
        while (!line.readLine().isEmpty()) {
            // nothing in the other headers matters here
        }
    }

    public void send(CharSequence ascii) throws IOException {
        send(TEXT, ascii.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /// The mask is zero: masks protect proxies from browsers, and here is neither.
    private void send(int kind, byte[] payload) throws IOException {
        var frame = ByteBuffer.allocate(MOST_HEAD_BYTES + payload.length);
        frame.put((byte) (LAST | kind));
        if (payload.length < SHORT_FORM) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length <= 0xffff) {
            frame.put((byte) (MASKED | SHORT_FORM)).putShort((short) payload.length);
        } else {
            frame.put((byte) (MASKED | LONG_FORM)).putLong(payload.length);
        }
        frame.putInt(0).put(payload);
        synchronized (sending) {
            line.write(Arrays.copyOf(frame.array(), frame.position()));
        }
    }

    /// Waits for the next message; it is in [#message] until the next call.
    ///
    /// @return its length in bytes
    /// @throws EOFException if the orchestrator ended the stream
    public int receive() throws IOException {
        length = 0;
        while (true) {
            int first = line.readByte();
            int kind = first & 0x0f;
            int payload = readLength();
            switch (kind) {
                case CLOSE -> throw closed(readControl(payload));
                case PING -> send(PONG, readControl(payload));
                case PONG -> readControl(payload);
                default -> {
                    append(payload);
                    if ((first & LAST) != 0) {
                        return length;
                    }
                }
            }
        }
    }

    /// The bytes of the message that was received last, and of others behind it.
    public byte[] message() {
        return message;
    }

    private int readLength() throws IOException {
        int length = line.readByte() & 0x7f;
        int more = length == SHORT_FORM ? 2 : length == LONG_FORM ? 8 : 0;
        long value = more == 0 ? length : 0;
        for (int i = 0; i < more; i++) {
            value = value << 8 | line.readByte();
        }
        if (value < 0 || value > MOST_MESSAGE_BYTES) {
            throw new IOException(
                    "expected a frame of at most %d bytes".formatted(MOST_MESSAGE_BYTES));
        }
        return (int) value;
    }

    private void append(int payload) throws IOException {
        if (message.length - length < payload) {
            message = Arrays.copyOf(message, Math.max(length + payload, 2 * message.length));
        }
        line.read(message, length, payload);
        length += payload;
    }

    private byte[] readControl(int payload) throws IOException {
        byte[] content = new byte[payload];
        line.read(content, 0, payload);
        return content;
    }

    private static EOFException closed(byte[] content) {
        if (content.length < 2) {
            return new EOFException("the orchestrator ended the stream");
        }
        int status = ByteBuffer.wrap(content).getShort() & 0xffff;
        String reason = new String(content, 2, content.length - 2, StandardCharsets.UTF_8);
        return new EOFException(
                "the orchestrator ended the stream: %d %s".formatted(status, reason));
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
