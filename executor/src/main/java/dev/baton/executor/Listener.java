package dev.baton.executor;

import dev.baton.executor.ExecutorStartException.Cause;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/// A socket that accepts connections at an [ExecutorAddress].
final class Listener implements AutoCloseable {
    private static final int BACKLOG = 1_024;
    private static final int NAME_RADIX = 36;
    private static final AtomicInteger BINDS = new AtomicInteger();

    private final ServerSocketChannel server;
    private final ExecutorAddress address;

    /// What tells our socket file from one that somebody else put in its place; null for TCP.
    private final @Nullable Object fileKey;

    private Listener(
            ServerSocketChannel server, ExecutorAddress address, @Nullable Object fileKey) {
        this.server = server;
        this.address = address;
        this.fileKey = fileKey;
    }

    /// @throws ExecutorStartException if nobody can listen there
    static Listener bind(ExecutorAddress address) {
        try {
            return switch (address) {
                case ExecutorAddress.Unix(Path path) -> bindUnix(path);
                case ExecutorAddress.Tcp tcp -> bindTcp(tcp);
            };
        } catch (IOException e) {
            throw new ExecutorStartException(
                    Cause.ADDRESS, "cannot listen at %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private static Listener bindTcp(ExecutorAddress.Tcp tcp) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(new InetSocketAddress(tcp.host(), tcp.port()), BACKLOG);
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            return new Listener(server, new ExecutorAddress.Tcp(tcp.host(), port), null);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /// Nobody can connect before the socket is its owner's only: it gets its name after its permissions.
    private static Listener bindUnix(Path path) throws IOException {
        removeStale(path);
        Path unnamed = unnamed(path);
        Files.deleteIfExists(unnamed);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(unnamed), BACKLOG);
            Files.setPosixFilePermissions(unnamed, PosixFilePermissions.fromString("rw-------"));
            Files.move(unnamed, path, StandardCopyOption.ATOMIC_MOVE);
            return new Listener(server, ExecutorAddress.unix(path), fileKey(path));
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /// A name beside the path that nobody else has; the path itself if there is no room for one.
    private static Path unnamed(Path path) {
        Path beside =
                path.resolveSibling(
                        ".%s.%s"
                                .formatted(
                                        Long.toString(ProcessHandle.current().pid(), NAME_RADIX),
                                        Integer.toString(BINDS.getAndIncrement(), NAME_RADIX)));
        return beside.toString().getBytes(StandardCharsets.UTF_8).length
                        <= ExecutorAddress.MOST_PATH_BYTES
                ? beside
                : path;
    }

    /// Removes a socket that an executor left behind when it was killed: one with nobody behind it.
    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new IOException(
                    "there is something that is not a socket; remove it, or choose another path");
        }
        try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            throw new IOException("somebody else listens there");
        } catch (ConnectException _) {
            Files.deleteIfExists(path);
        }
    }

    /// Where it listens, with the port that was chosen.
    ExecutorAddress address() {
        return address;
    }

    /// The next connection.
    ///
    /// @throws java.nio.channels.ClosedChannelException if this was closed
    SocketChannel accept() throws IOException {
        SocketChannel channel = server.accept();
        try {
            if (address instanceof ExecutorAddress.Tcp) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Takes no more connections, and removes the socket from the file system.
    @Override
    public void close() throws IOException {
        server.close();
        if (address instanceof ExecutorAddress.Unix(Path path)
                && Objects.equals(fileKey, fileKey(path))) {
            Files.deleteIfExists(path);
        }
    }

    private static @Nullable Object fileKey(Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .fileKey()
                : null;
    }
}
