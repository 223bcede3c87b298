package dev.baton.server.http;

import dev.baton.server.Loop;
import dev.baton.server.config.Limits.Pace;

import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Cuts off clients that keep a connection busy without getting anywhere: headers that trickle in, answers that nobody
/// reads. Who is merely idle is left to the idle timeout.
final class SlowClients extends Handler.Wrapper implements AutoCloseable {
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);

    private final Supplier<? extends Iterable<EndPoint>> endPoints;
    private final Pace pace;
    private final Cut.Observer observer;
    private final Loop loop;
    private final Set<Connection> underWay = ConcurrentHashMap.newKeySet();
    private Map<EndPoint, Progress> seen = new HashMap<>();

    /// How far a connection had got, and since when it has been there.
    ///
    /// @param requests whose headers are complete
    /// @param in bytes that had come by then
    private record Progress(long requests, long in, long headersSince, long out, long writeSince) {}

    SlowClients(
            Handler handler,
            Supplier<? extends Iterable<EndPoint>> endPoints,
            Pace pace,
            Cut.Observer observer) {
        super(handler);
        this.endPoints = endPoints;
        this.pace = pace;
        this.observer = observer;
        Duration shortest =
                pace.header().compareTo(pace.write()) < 0 ? pace.header() : pace.write();
        Duration interval = shortest.dividedBy(4);
        loop =
                Loop.start(
                        "slow-clients",
                        interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL,
                        this::look);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        underWay.add(connection);
        try {
            return super.handle(request, response, callback);
        } finally {
            underWay.remove(connection);
        }
    }

    @Override
    public void close() {
        loop.close();
    }

    private void look() {
        long now = System.nanoTime();
        var next = new HashMap<EndPoint, Progress>();
        for (EndPoint endPoint : endPoints.get()) {
            Connection http = httpOf(endPoint.getConnection());
            if (http != null) {
                Progress progress = progress(endPoint, http, seen.get(endPoint), now);
                if (now - progress.headersSince() > pace.header().toNanos()) {
                    cut(endPoint, Cut.SLOW_HEADERS);
                } else if (now - progress.writeSince() > pace.write().toNanos()) {
                    cut(endPoint, Cut.NOT_READING);
                } else {
                    next.put(endPoint, progress);
                }
            }
        }
        seen = next;
    }

    private Progress progress(
            EndPoint endPoint, Connection http, @Nullable Progress before, long now) {
        long requests = http.getMessagesIn();
        long in = endPoint.getConnection().getBytesIn();
        long out = http.getBytesOut();
        if (before == null) {
            return new Progress(requests, in, now, out, now);
        }
        boolean isTrickling =
                !underWay.contains(http) && requests == before.requests() && in != before.in();
        boolean isStuck = isWriting(endPoint) && out == before.out();
        return new Progress(
                requests,
                isTrickling ? before.in() : in,
                isTrickling ? before.headersSince() : now,
                out,
                isStuck ? before.writeSince() : now);
    }

    private static boolean isWriting(EndPoint endPoint) {
        return endPoint instanceof AbstractEndPoint raw && raw.getWriteFlusher().isPending();
    }

    /// The connection that speaks HTTP/1.1, inside of TLS or not; nothing for a lease stream, which has a care of its own.
    private static @Nullable Connection httpOf(@Nullable Connection connection) {
        Connection inner =
                connection instanceof SslConnection tls
                        ? tls.getSslEndPoint().getConnection()
                        : connection;
        return inner instanceof ConnectionMetaData ? inner : null;
    }

    private void cut(EndPoint endPoint, Cut why) {
        observer.cut(why);
        endPoint.close();
    }
}
