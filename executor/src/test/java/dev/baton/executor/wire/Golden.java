package dev.baton.executor.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// The JSON examples of the specification.
final class Golden {
    private Golden() {}

    static String text(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
    }

    /// An example in its envelope.
    static byte[] envelope(String type, String payload) {
        return "{\"type\":\"%s\",\"payload\":%s}"
                .formatted(type, payload)
                .getBytes(StandardCharsets.UTF_8);
    }
}
