package dev.baton.blobs;

import java.io.InputStream;

/// Many contents on their way in. Each is there whole or not at all, as ever; durable they are together, which costs far
/// less than one by one. Of one thread.
public interface Intake extends AutoCloseable {
    /// Takes in a content. The stream is read to its end or to the first byte too many, and not closed.
    ContentResult add(InputStream bytes, long maxBytes);

    /// Returns when everything that was added is kept.
    void finish();

    /// Forgets what was added and is not kept yet.
    @Override
    void close();
}
