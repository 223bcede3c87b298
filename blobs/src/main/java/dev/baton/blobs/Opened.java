package dev.baton.blobs;

import java.io.IOException;
import java.io.InputStream;

/// Something that is kept, ready to be read once. Whoever opened it closes it.
///
/// @param what is known of it without its bytes
/// @param bytes all of them; reading fails as any stream does, with an [IOException]
public record Opened<T>(T what, InputStream bytes) implements AutoCloseable {
    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
