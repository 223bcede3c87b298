package dev.baton.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// A connection on which anything can be said, also what no HTTP client would say.
final class Wire implements AutoCloseable {
    private static final int LONGEST_SILENCE = 20_000;
    private static final int SMALL_BUFFER = 16 << 10;

    final Socket socket;

    Wire(URI server) throws IOException {
        this(server, new Socket());
    }

    private Wire(URI server, Socket socket) throws IOException {
        this.socket = socket;
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        socket.setSoTimeout(LONGEST_SILENCE);
        socket.setTcpNoDelay(true);
    }

    /// One on which little can wait to be read.
    static Wire narrow(URI server) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        return new Wire(server, socket);
    }

    /// The request for a lease stream.
    static String handshake(String authorization) {
        return """
        GET /v1/runner/stream HTTP/1.1\r
        Host: baton\r
        Authorization: %s\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r
        """
                .formatted(authorization);
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// Everything up to the empty line after the headers, or to the end.
    String head() throws IOException {
        var head = new StringBuilder();
        int next;
        while (head.indexOf("\r\n\r\n") < 0 && (next = socket.getInputStream().read()) >= 0) {
            head.append((char) next);
        }
        return head.toString();
    }

    /// What the next frame of a lease stream contains; it has to be a short one.
    String frame() throws IOException {
        InputStream in = socket.getInputStream();
        in.readNBytes(1);
        return new String(in.readNBytes(in.read()), StandardCharsets.ISO_8859_1);
    }

    /// Everything that is left, to the end of the connection.
    String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
