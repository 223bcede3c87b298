package dev.baton.server.http;

import dev.baton.server.config.Limits.Connections;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Listens, and refuses connections over the limits at once: who waits in a queue for a place does not know that there is
/// none.
final class BoundedConnector extends ServerConnector {
    private final Connections limits;
    private final Cut.Observer observer;
    private final Map<String, Integer> byAddress = new ConcurrentHashMap<>();

    /// With their addresses, for an end point that was closed does not know its own any more.
    private final Map<EndPoint, String> open = new ConcurrentHashMap<>();

    BoundedConnector(
            Server server,
            Connections limits,
            Cut.Observer observer,
            ConnectionFactory... factories) {
        super(server, factories);
        this.limits = limits;
        this.observer = observer;
    }

    int connections() {
        return open.size();
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        String address = addressOf(endPoint);
        open.put(endPoint, address);
        int fromThere = byAddress.merge(address, 1, Integer::sum);
        if (open.size() > limits.most()) {
            refuse(endPoint, Cut.TOO_MANY, "there are as many connections as there may be");
        } else if (fromThere > limits.perAddress()) {
            refuse(
                    endPoint,
                    Cut.TOO_MANY_OF_ADDRESS,
                    "an address may have %d connections".formatted(limits.perAddress()));
        }
    }

    @Override
    protected void onEndPointClosed(EndPoint endPoint) {
        super.onEndPointClosed(endPoint);
        String address = open.remove(endPoint);
        if (address != null) {
            byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /// Says why, where it can be said in plain text, and closes.
    private void refuse(EndPoint endPoint, Cut why, String detail) {
        observer.cut(why);
        if (getDefaultConnectionFactory() instanceof HttpConnectionFactory) {
            try {
                endPoint.flush(refusal(detail));
            } catch (IOException _) {
                // then it is not said
            }
        }
        endPoint.close();
    }

    private static ByteBuffer refusal(String detail) {
        String problem = Problem.of(503, "TOO_MANY_CONNECTIONS", detail).toJson("").toString();
        String answer =
                """
                HTTP/1.1 503 Service Unavailable\r
                Content-Type: application/problem+json\r
                Retry-After: 5\r
                Connection: close\r
                Content-Length: %d\r
                \r
                %s"""
                        .formatted(problem.length(), problem);
        return BufferUtil.toBuffer(answer, StandardCharsets.US_ASCII);
    }

    private static String addressOf(EndPoint endPoint) {
        SocketAddress remote = endPoint.getRemoteSocketAddress();
        return remote instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : "unknown";
    }
}
