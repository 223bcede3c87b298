package dev.baton.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// A connection that follows the log of one job, as a person who watches it would.
public final class FollowedLog implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 10;

    private final SocketLine line;
    private final String head;

    /// Connects, and asks for nothing yet.
    public FollowedLog(URI server, String token) throws IOException {
        line = new SocketLine(server, BUFFER_BYTES);
        head =
                " HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                        .formatted(server.getAuthority(), token);
    }

    public void follow(String job) throws IOException {
        line.write(SocketLine.ascii("GET /v1/jobs/" + job + "/log?follow=true" + head));
    }

    /// Reads until a line ends with this text. The frames of chunked encoding are lines too, and pass by.
    public void awaitLineEndingWith(String text) throws IOException {
        String read;
        do {
            read = line.readLine();
        } while (!read.endsWith(text));
    }

    /// Reads to the end of the log.
    ///
    /// @return all that came, chunk sizes included
    public String rest() throws IOException {
        var text = new StringBuilder();
        try {
            while (true) {
                text.append(line.readLine()).append('\n');
            }
        } catch (EOFException end) {
            return new String(
                    text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
