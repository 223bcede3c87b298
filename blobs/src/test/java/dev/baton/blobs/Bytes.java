package dev.baton.blobs;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;

/// Bytes to try a store with.
public final class Bytes {
    private static final long PLENTY = 1 << 20;

    private Bytes() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static InputStream stream(String text) {
        return new ByteArrayInputStream(bytes(text));
    }

    public static Upload upload(String text) {
        return Upload.of(stream(text), PLENTY);
    }

    /// An upload whose sender hangs up after the text.
    public static InputStream breakingAfter(String text) {
        var neverConnected = new PipedInputStream();
        return new SequenceInputStream(stream(text), neverConnected);
    }
}
