package dev.baton.server.stream;

import org.eclipse.jetty.websocket.api.StatusCode;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Looks after idle streams: asks the silent for a sign of life, and cuts off those that give none.
public final class StreamCare {
    /// How often to look.
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final Duration ASK_AFTER = Duration.ofSeconds(25);
    private static final Duration CUT_AFTER = Duration.ofSeconds(75);
    private static final Duration LONGEST_SEND = Duration.ofSeconds(30);

    private final Streams streams;
    private final LongSupplier nanos;

    public StreamCare(Streams streams, LongSupplier nanos) {
        this.streams = streams;
        this.nanos = nanos;
    }

    /// Looks at every stream once.
    public void look() {
        long now = nanos.getAsLong();
        for (LeaseStream stream : streams.all()) {
            long silent = stream.silentNanos(now);
            if (silent > CUT_AFTER.toNanos() || stream.isStuck(LONGEST_SEND, now)) {
                stream.cut();
            } else if (!stream.isStillValid()) {
                stream.close(StatusCode.POLICY_VIOLATION, "the token is not valid any more");
            } else if (silent > ASK_AFTER.toNanos()) {
                stream.ping();
            }
        }
        streams.forgetOldLeases();
    }
}
