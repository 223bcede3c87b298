package dev.baton.runner.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/// The secrets of a job, and how they are hidden in what it prints: every byte that belongs to one is left out, and `***`
/// stands where they were.
///
/// A secret of several lines is hidden line by line too: a log has only lines.
public final class SecretMask {
    /// What is shorter would hide more than it protects.
    public static final int SHORTEST = 4;

    /// For a job without secrets.
    public static final SecretMask NONE = new SecretMask(List.of());

    static final byte[] STARS = "***".getBytes(StandardCharsets.US_ASCII);

    private final List<byte[]> secrets;
    private final byte[][][] byFirstByte = new byte[256][][];

    private SecretMask(List<byte[]> secrets) {
        this.secrets = secrets;
        for (byte[] secret : secrets) {
            int first = secret[0] & 0xff;
            byte[][] before = byFirstByte[first] == null ? new byte[0][] : byFirstByte[first];
            byte[][] after = java.util.Arrays.copyOf(before, before.length + 1);
            after[before.length] = secret;
            byFirstByte[first] = after;
        }
    }

    public static SecretMask of(Collection<String> values) {
        var parts = new LinkedHashSet<String>();
        for (String value : values) {
            parts.add(value);
            value.lines().forEach(parts::add);
        }
        var secrets = new ArrayList<byte[]>();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            if (bytes.length >= SHORTEST) {
                secrets.add(bytes);
            }
        }
        return new SecretMask(List.copyOf(secrets));
    }

    public boolean isEmpty() {
        return secrets.isEmpty();
    }

    /// Text without the secrets.
    public String hide(String text) {
        if (isEmpty()) {
            return text;
        }
        var hidden = new java.io.ByteArrayOutputStream(text.length());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var stream = new MaskedStream(this, hidden::write);
        stream.write(bytes, bytes.length);
        stream.end();
        return hidden.toString(StandardCharsets.UTF_8);
    }

    /// How many bytes from here on belong to a secret that begins here; 0 if none does.
    int matchAt(byte[] bytes, int at, int end) {
        byte[][] candidates = byFirstByte[bytes[at] & 0xff];
        int longest = 0;
        if (candidates != null) {
            for (byte[] secret : candidates) {
                if (secret.length > longest
                        && secret.length <= end - at
                        && agrees(secret, bytes, at, secret.length)) {
                    longest = secret.length;
                }
            }
        }
        return longest;
    }

    /// Whether a secret may begin here, of which the rest has not come yet.
    boolean mayBeginAt(byte[] bytes, int at, int end) {
        byte[][] candidates = byFirstByte[bytes[at] & 0xff];
        if (candidates != null) {
            for (byte[] secret : candidates) {
                if (secret.length > end - at && agrees(secret, bytes, at, end - at)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean agrees(byte[] secret, byte[] bytes, int at, int length) {
        for (int i = 1; i < length; i++) {
            if (secret[i] != bytes[at + i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "SecretMask[%d secrets]".formatted(secrets.size());
    }
}
