package dev.baton.executor.pool;

import java.net.SocketAddress;
import java.util.List;

/// Where a process is told to listen.
///
/// @param variable of the environment in which it finds that
record Address(SocketAddress socket, String variable, String value) {
    static final String SOCKET = "RRQ_EXECUTOR_SOCKET";
    static final String TCP_SOCKET = "RRQ_EXECUTOR_TCP_SOCKET";

    /// A process gets exactly one of them.
    static final List<String> VARIABLES = List.of(SOCKET, TCP_SOCKET);

    @Override
    public String toString() {
        return value;
    }
}
