package dev.baton.executor;

import dev.baton.core.Shown;
import dev.baton.executor.ExecutorStartException.Cause;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/// Where an executor listens: a socket in the file system, or a port that only this machine can reach.
public sealed interface ExecutorAddress {
    /// Names a path for a unix socket.
    String SOCKET_VARIABLE = "RRQ_EXECUTOR_SOCKET";

    /// Names a `host:port`. Exactly one of the two is set.
    String TCP_VARIABLE = "RRQ_EXECUTOR_TCP_SOCKET";

    /// What Java's addresses have room for: one byte less than the system's.
    int MOST_PATH_BYTES = 106;

    /// A unix socket.
    record Unix(Path path) implements ExecutorAddress {
        public Unix {
            int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_PATH_BYTES) {
                throw refused(
                        "expected a socket path of at most %d bytes, got %d: %s"
                                .formatted(MOST_PATH_BYTES, bytes, path));
            }
        }

        @Override
        public String toString() {
            return "unix:" + path;
        }
    }

    /// A port of the loopback interface; 0 for any that is free.
    record Tcp(InetAddress host, int port) implements ExecutorAddress {
        private static final int MOST_PORT = 65_535;

        public Tcp {
            if (!host.isLoopbackAddress()) {
                throw refused(
                        "expected an address of this machine only, such as 127.0.0.1 or localhost, got "
                                + host.getHostAddress());
            }
            if (port < 0 || port > MOST_PORT) {
                throw refused("expected a port from 0 to %d, got %d".formatted(MOST_PORT, port));
            }
        }

        @Override
        public String toString() {
            String literal = host.getHostAddress();
            return "tcp:" + (literal.contains(":") ? "[" + literal + "]" : literal) + ":" + port;
        }
    }

    static ExecutorAddress unix(Path path) {
        return new Unix(path);
    }

    /// Reads `host:port`. The host is `localhost` or a literal address: no name is looked up.
    static ExecutorAddress tcp(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        String port = hostAndPort.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}")) {
            throw refused(
                    "expected host:port, such as 127.0.0.1:4000, got '%s'"
                            .formatted(Shown.of(hostAndPort)));
        }
        return new Tcp(host(hostAndPort.substring(0, colon)), Integer.parseInt(port));
    }

    /// Where whoever started this process wants it to listen.
    ///
    /// @throws ExecutorStartException unless exactly one of the two variables is set, to something that is allowed
    static ExecutorAddress fromEnvironment(Map<String, String> environment) {
        String socket = environment.getOrDefault(SOCKET_VARIABLE, "");
        String tcp = environment.getOrDefault(TCP_VARIABLE, "");
        if (socket.isEmpty() == tcp.isEmpty()) {
            throw refused(
                    "expected exactly one of %s (a path) and %s (host:port) in the environment, got %s"
                            .formatted(
                                    SOCKET_VARIABLE,
                                    TCP_VARIABLE,
                                    socket.isEmpty() ? "neither" : "both"));
        }
        try {
            return tcp.isEmpty() ? unix(Path.of(socket)) : tcp(tcp);
        } catch (ExecutorStartException e) {
            throw refused((tcp.isEmpty() ? SOCKET_VARIABLE : TCP_VARIABLE) + ": " + e.getMessage());
        } catch (InvalidPathException e) {
            throw refused(SOCKET_VARIABLE + ": expected a path, got " + e.getMessage());
        }
    }

    private static InetAddress host(String host) {
        if (host.equals("localhost")) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            return InetAddress.ofLiteral(
                    host.startsWith("[") && host.endsWith("]")
                            ? host.substring(1, host.length() - 1)
                            : host);
        } catch (IllegalArgumentException _) {
            throw refused(
                    "expected localhost or a literal address such as 127.0.0.1, got '%s'"
                            .formatted(Shown.of(host)));
        }
    }

    private static ExecutorStartException refused(String message) {
        return new ExecutorStartException(Cause.CONFIGURATION, message);
    }
}
