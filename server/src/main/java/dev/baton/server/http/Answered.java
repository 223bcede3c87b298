package dev.baton.server.http;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an endpoint answers, as a value.
public sealed interface Answered {
    String JSON = "application/json";

    ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /// An answer that is at hand.
    record Whole(int status, String contentType, ByteBuffer body, Map<String, String> headers)
            implements Answered {
        public Whole with(String header, String value) {
            var more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Whole(status, contentType, body, more);
        }
    }

    /// An answer that is written while it comes into being.
    ///
    /// @param length of the body, or -1 if nobody knows yet
    record Streamed(
            int status, String contentType, long length, Map<String, String> headers, Body body)
            implements Answered {}

    /// An answer whose loss somebody has to know of.
    ///
    /// @param lost called if the answer could not be sent
    record Watched(Whole answer, Runnable lost) implements Answered {}

    /// The endpoint took the connection over: there is nothing left to answer.
    record TakenOver() implements Answered {}

    /// Writes the body. Each flush reaches the client.
    @FunctionalInterface
    interface Body {
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    static Whole json(int status, JsonNode body) {
        return json(status, body.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Whole json(int status, byte[] body) {
        return new Whole(status, JSON, ByteBuffer.wrap(body), Map.of());
    }

    static Whole empty(int status) {
        return new Whole(status, "", NOTHING, Map.of());
    }
}
