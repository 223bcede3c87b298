package dev.baton.server.http;

import dev.baton.server.config.Limits;
import dev.baton.server.config.Limits.Connections;
import dev.baton.server.config.Limits.Pace;
import dev.baton.server.config.Listen;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;

/// Jetty as we use it: one connector, virtual threads, small buffers, no version in the headers.
public final class WebServer {
    private static final int ACCEPT_BACKLOG = 4096;
    private static final int BUFFER_BYTES = 4 << 10;
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    /// How long a connection without a request may keep a stop waiting.
    private static final Duration QUIET_BEFORE_STOP = Duration.ofMillis(100);

    /// How long a stop waits for requests that are under way.
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final Server server;
    private final BoundedConnector connector;
    private final ServerWebSocketContainer webSockets;
    private final Pace pace;
    private final Cut.Observer observer;
    private @Nullable SlowClients slowClients;

    public WebServer(Listen listen, Limits limits, Cut.Observer observer) {
        pace = limits.pace();
        this.observer = observer;
        Connections connections = limits.connections();
        var threads = new VirtualThreadPool();
        threads.setName("http");
        threads.setMaxConcurrentTasks(-1);
        server = new Server(threads);
        server.setStopTimeout(LONGEST_STOP.toMillis());
        server.setErrorHandler(new ProblemPages());

        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(connections.headerBytes());
        http.setInputBufferSize(BUFFER_BYTES);
        http.setOutputBufferSize(BUFFER_BYTES);
        http.setUriCompliance(UriCompliance.DEFAULT);
        // Otherwise a token in other letters is read as the one that came before it on the same
        // connection, and the
        // other way round.
        http.setHeaderCacheCaseSensitive(true);
        var plain = new HttpConnectionFactory(http);
        var tls = listen.tls();
        if (tls == null) {
            connector = new BoundedConnector(server, connections, observer, plain);
        } else {
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector =
                    new BoundedConnector(
                            server,
                            connections,
                            observer,
                            new SslConnectionFactory(Certificates.open(tls), plain.getProtocol()),
                            plain);
        }
        connector.setHost(listen.host());
        connector.setPort(listen.port());
        connector.setAcceptQueueSize(ACCEPT_BACKLOG);
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.setShutdownIdleTimeout(QUIET_BEFORE_STOP.toMillis());
        server.addConnector(connector);
        webSockets = ServerWebSocketContainer.ensure(server);
    }

    /// Where endpoints take WebSocket connections over.
    public ServerWebSocketContainer webSockets() {
        return webSockets;
    }

    /// Listens, and answers with what it is given.
    public void start(Handler handler) {
        slowClients = new SlowClients(handler, connector::getConnectedEndPoints, pace, observer);
        server.setHandler(new GracefulHandler(slowClients));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot listen: " + e.getMessage(), e);
        }
    }

    /// Stops listening, and waits a while for what is under way.
    public void stop() {
        try {
            if (slowClients != null) {
                slowClients.close();
            }
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("did not stop: " + e.getMessage(), e);
        }
    }

    /// How many connections are open.
    public int connections() {
        return connector.connections();
    }

    /// The address that it listens on, with the port that was free if any was asked for.
    public URI address() {
        String scheme = connector.getDefaultProtocol().startsWith("SSL") ? "https" : "http";
        return URI.create(
                "%s://%s:%d".formatted(scheme, connector.getHost(), connector.getLocalPort()));
    }
}
