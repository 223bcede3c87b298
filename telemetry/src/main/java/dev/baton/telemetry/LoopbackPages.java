package dev.baton.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/// A few pages for whoever is on this machine: a small HTTP server on loopback.
public final class LoopbackPages implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final int OK = 200;

    private final HttpServer server;

    private LoopbackPages(HttpServer server) {
        this.server = server;
    }

    /// Listens, and has no page so far.
    ///
    /// @param port 0 for any that is free
    /// @throws IOException if it cannot
    public static LoopbackPages open(int port) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server = HttpServer.create(address, BACKLOG);
        server.start();
        return new LoopbackPages(server);
    }

    /// Adds a page that is made when somebody asks for it.
    public LoopbackPages page(String path, String contentType, Supplier<byte[]> content) {
        server.createContext(path, exchange -> answer(exchange, contentType, content.get()));
        return this;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, String contentType, byte[] content)
            throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", contentType);
            exchange.sendResponseHeaders(OK, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
