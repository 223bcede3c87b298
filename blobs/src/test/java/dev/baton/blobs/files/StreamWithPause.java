package dev.baton.blobs.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream in the middle of which something else happens.
final class StreamWithPause extends FilterInputStream {
    private final Runnable meanwhile;
    private boolean happened;

    StreamWithPause(Runnable meanwhile, InputStream bytes) {
        super(bytes);
        this.meanwhile = meanwhile;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (!happened) {
            happened = true;
            meanwhile.run();
        }
        return super.read(into, offset, length);
    }
}
