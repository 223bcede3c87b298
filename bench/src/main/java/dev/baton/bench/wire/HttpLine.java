package dev.baton.bench.wire;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// One HTTP connection that is kept alive. Sending and receiving are two steps, so that one thread can look elsewhere
/// for the effect of a request before it reads the answer.
public final class HttpLine implements AutoCloseable {
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int MOST_BODY_BYTES = 64 << 20;

    private final SocketLine line;
    private final String head;

    public HttpLine(URI server, String token) throws IOException {
        line = new SocketLine(server, BUFFER_BYTES);
        head =
                " HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                        .formatted(server.getAuthority(), token);
    }

    /// What came back.
    public record Answer(int status, String text) {}

    public Answer get(String path) throws IOException {
        line.write(SocketLine.ascii("GET " + path + head + "\r\n"));
        return receive();
    }

    public Answer post(String path, byte[] json) throws IOException {
        send(path, json);
        return receive();
    }

    /// Sends, and does not wait.
    public void send(String path, byte[] json) throws IOException {
        byte[] start =
                SocketLine.ascii(
                        "POST %s%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                                .formatted(path, head, json.length));
        byte[] request = new byte[start.length + json.length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(json, 0, request, start.length, json.length);
        line.write(request);
    }

    /// Waits for the answer to what was sent.
    public Answer receive() throws IOException {
        String[] status = line.readLine().split(" ", 3);
        if (status.length < 2 || !status[0].equals("HTTP/1.1")) {
            throw new IOException(
                    "expected an answer of HTTP/1.1, got " + String.join(" ", status));
        }
        int length = 0;
        for (String header = line.readLine(); !header.isEmpty(); header = line.readLine()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                throw new IOException("expected a Content-Length, got " + header);
            }
        }
        if (length > MOST_BODY_BYTES) {
            throw new IOException("expected a body of at most %d bytes".formatted(MOST_BODY_BYTES));
        }
        byte[] body = new byte[length];
        line.read(body, 0, length);
        return new Answer(Integer.parseInt(status[1]), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
