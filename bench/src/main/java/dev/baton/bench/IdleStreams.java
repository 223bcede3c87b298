package dev.baton.bench;

import dev.baton.bench.wire.SaidFrame;
import dev.baton.bench.wire.StreamLine;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Runners that wait for one job each, which never comes.
final class IdleStreams implements AutoCloseable {
    private static final int BUFFER_BYTES = 512;
    private static final int CONNECTING = 4;

    private final List<StreamLine> lines = new ArrayList<>();

    /// Attaches them all.
    IdleStreams(URI server, String token, int count) {
        Together.run(
                "attach",
                CONNECTING,
                number -> {
                    for (int i = number; i < count; i += CONNECTING) {
                        attach(new StreamLine(server, token, BUFFER_BYTES), "idle-" + i);
                    }
                    return count;
                });
    }

    private void attach(StreamLine line, String name) throws IOException {
        synchronized (lines) {
            lines.add(line);
        }
        line.send(new SaidFrame(name).attach().want(1).take());
        line.receive(); // Attached
        Thread.ofVirtual().name(name).start(() -> answerPings(line));
    }

    private static void answerPings(StreamLine line) {
        try {
            line.receive();
        } catch (IOException closed) {
            // as it should be
        }
    }

    @Override
    public void close() throws IOException {
        for (StreamLine line : lines) {
            line.close();
        }
    }
}
