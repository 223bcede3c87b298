package dev.baton.testkit.network;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// One connection through a [TcpProxy]: two sockets, and a thread for each direction.
final class Passage {
    private static final int PIECE = 16 << 10;
    private static final double SECOND = 1e9;
    private static final int BOTH = 2;

    private final TcpProxy proxy;
    private final Socket near;
    private final Socket far;
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean deaf;

    Passage(TcpProxy proxy, Socket near, Socket far) {
        this.proxy = proxy;
        this.near = near;
        this.far = far;
    }

    void open() throws IOException {
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        Thread.ofVirtual().name("proxy-out").start(() -> pump(near, far));
        Thread.ofVirtual().name("proxy-back").start(() -> pump(far, near));
    }

    boolean isDeaf() {
        return deaf;
    }

    /// Of a connection that is deaf, neither side learns that the other has left.
    private void pump(Socket from, Socket to) {
        var piece = new byte[PIECE];
        try {
            for (int length; (length = from.getInputStream().read(piece)) >= 0; ) {
                if (isLost(length)) {
                    continue;
                }
                to.getOutputStream().write(piece, 0, length);
            }
        } catch (IOException broken) {
            // the same as its end
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean isSecret = deaf || proxy.weather() instanceof Weather.Silent;
        if (!isSecret || ended.incrementAndGet() == BOTH) {
            close();
        }
    }

    /// Lets the weather have its way with some bytes.
    private boolean isLost(int bytes) throws InterruptedException {
        switch (proxy.weather()) {
            case Weather.Silent() -> deaf = true;
            case Weather.Slow(Duration delay, int bytesPerSecond) ->
                    Thread.sleep(delay.plusNanos((long) (bytes * SECOND / bytesPerSecond)));
            case Weather.Clear() -> {}
            case Weather.Cut() -> close();
        }
        return deaf;
    }

    /// Resets both ends.
    void close() {
        reset(near);
        reset(far);
        proxy.ended(this);
    }

    private static void reset(Socket socket) {
        try (socket) {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException gone) {
            // it was closed already
        }
    }
}
