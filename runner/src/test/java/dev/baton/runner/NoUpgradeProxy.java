package dev.baton.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Passes everything on but requests to upgrade, which it refuses.
final class NoUpgradeProxy implements AutoCloseable {
    private final URI target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();

    NoUpgradeProxy(URI target) throws IOException {
        this.target = target;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    int refused() {
        return refused.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = server.accept();
                sockets.add(from);
                Thread.startVirtualThread(() -> serve(from));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket from) {
        try (from) {
            var head = new StringBuilder();
            InputStream in = from.getInputStream();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            if (head.indexOf("/v1/runner/stream") >= 0) {
                refused.incrementAndGet();
                from.getOutputStream().write(ascii("HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n"));
                return;
            }
            try (var to = new Socket(target.getHost(), target.getPort())) {
                sockets.add(to);
                to.getOutputStream().write(ascii(head.toString()));
                Thread back = Thread.startVirtualThread(() -> copy(to, from));
                copy(from, to);
                back.join();
            }
        } catch (IOException | InterruptedException _) {
            // one of the two hung up
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
            to.shutdownOutput();
        } catch (IOException _) {
            // one of the two hung up
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
