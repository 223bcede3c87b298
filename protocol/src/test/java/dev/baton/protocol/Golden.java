package dev.baton.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The messages as they stand in files: those of the spec, byte for byte, and under `ours/` as we write them.
final class Golden {
    private Golden() {}

    static byte[] bytes(String name) {
        try (InputStream file = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
            if (file == null) {
                throw new IllegalStateException("no golden file " + name);
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
