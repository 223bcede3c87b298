package dev.baton.server.stream;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/// A WebSocket that carries a stream. Frames arrive one at a time.
public final class WebSocketWire implements Session.Listener, Wire {
    private final LeaseStream stream;
    private volatile @Nullable Session session;

    WebSocketWire(LeaseStream stream) {
        this.stream = stream;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        stream.opened(this);
    }

    @Override
    public void onWebSocketText(String frame) {
        stream.heard(frame);
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        stream.heardPong();
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
        stream.ended();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        stream.broke(cause);
    }

    @Override
    public void send(String frame, Runnable sent, Runnable failed) {
        Session open = session;
        if (open == null) {
            failed.run();
        } else {
            open.sendText(frame, Callback.from(sent, _ -> failed.run()));
        }
    }

    @Override
    public void demand() {
        Session open = session;
        if (open != null) {
            open.demand();
        }
    }

    @Override
    public void ping() {
        Session open = session;
        if (open != null) {
            open.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        }
    }

    @Override
    public void close(int status, String why) {
        Session open = session;
        if (open != null) {
            open.close(status, why, Callback.NOOP);
        }
    }

    @Override
    public void cut() {
        Session open = session;
        if (open != null) {
            open.disconnect();
        }
    }
}
