package dev.baton.server.stream;

import dev.baton.server.Loop;

import org.eclipse.jetty.websocket.api.StatusCode;

import java.time.Duration;

/// Looks after idle streams: asks the silent for a sign of life, and cuts off those that give none.
public final class StreamCare implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration ASK_AFTER = Duration.ofSeconds(25);
    private static final Duration CUT_AFTER = Duration.ofSeconds(75);
    private static final Duration LONGEST_SEND = Duration.ofSeconds(30);

    private final Streams streams;
    private final Loop loop;

    public StreamCare(Streams streams) {
        this.streams = streams;
        loop = Loop.start("stream-care", INTERVAL, this::look);
    }

    @Override
    public void close() {
        loop.close();
    }

    private void look() {
        long now = System.nanoTime();
        for (LeaseStream stream : streams.all()) {
            long silent = stream.silentNanos(now);
            if (silent > CUT_AFTER.toNanos() || stream.isStuck(LONGEST_SEND)) {
                stream.cut();
            } else if (!stream.isStillValid()) {
                stream.close(StatusCode.POLICY_VIOLATION, "the token is not valid any more");
            } else if (silent > ASK_AFTER.toNanos()) {
                stream.ping();
            }
        }
    }
}
