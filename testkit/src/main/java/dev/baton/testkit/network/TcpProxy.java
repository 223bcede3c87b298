package dev.baton.testkit.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A port on loopback that leads elsewhere, in whatever [Weather] is made for it.
public final class TcpProxy implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final int CONNECT_MILLIS = 2_000;

    private final ServerSocket door;
    private final Supplier<Optional<InetSocketAddress>> upstream;
    private final Set<Passage> passages = ConcurrentHashMap.newKeySet();
    private volatile Weather weather = Weather.CLEAR;

    /// Opens it.
    ///
    /// @param upstream where the next connection leads, or nowhere
    public TcpProxy(Supplier<Optional<InetSocketAddress>> upstream) throws IOException {
        this.upstream = upstream;
        door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("proxy-door").start(this::accept);
    }

    public int port() {
        return door.getLocalPort();
    }

    /// Changes the weather, for the connections there are and those to come.
    public void become(Weather next) {
        weather = next;
        if (next instanceof Weather.Cut) {
            reset();
        }
    }

    Weather weather() {
        return weather;
    }

    /// Resets every connection. New ones are welcome.
    public void reset() {
        passages.forEach(Passage::close);
    }

    /// Resets the connections on which bytes were lost: as when the peer is back, and does not know them.
    public void resetSilenced() {
        passages.stream().filter(Passage::isDeaf).forEach(Passage::close);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                Thread.ofVirtual().name("proxy-connect").start(() -> connect(near));
            } catch (IOException closed) {
                // the loop ends, or goes on with the next one
            }
        }
    }

    private void connect(Socket near) {
        var target =
                weather instanceof Weather.Cut
                        ? Optional.<InetSocketAddress>empty()
                        : upstream.get();
        var far = new Socket();
        var passage = new Passage(this, near, far);
        passages.add(passage);
        try {
            if (target.isEmpty()) {
                passage.close();
                return;
            }
            far.connect(target.get(), CONNECT_MILLIS);
            passage.open();
        } catch (IOException e) {
            passage.close();
        }
    }

    void ended(Passage passage) {
        passages.remove(passage);
    }

    @Override
    public void close() throws IOException {
        door.close();
        reset();
    }
}
