package dev.baton.server.http;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The other end of a connection on which nothing more is expected but our answer.
public final class Peer {
    private Peer() {}

    /// Whether the client closed the connection while it was to wait for us. HTTP/1.1 would only tell us once we write.
    ///
    /// Only for requests whose body has been read: it looks at what comes next. A client that already sends another
    /// request cannot be served either, for its first bytes are lost here: that counts as gone.
    public static boolean isGone(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        if (!endPoint.isOpen()) {
            return true;
        }
        try {
            ByteBuffer next = ByteBuffer.allocate(1).limit(0);
            int filled = endPoint.fill(next);
            if (filled > 0) {
                endPoint.close();
            }
            return filled != 0;
        } catch (IOException _) {
            return true;
        }
    }
}
