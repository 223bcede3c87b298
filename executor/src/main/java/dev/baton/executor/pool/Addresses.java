package dev.baton.executor.pool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Hands out places to listen at: sockets in a directory that is for us alone, and ports of loopback. Any thread may call it.
final class Addresses implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Addresses.class);

    /// What fits into the 108 bytes of the kernel's `sun_path` with a NUL at its end, for a JDK, which wants one byte more.
    static final int MOST_PATH_BYTES = 106;

    /// Below the ports that the kernel gives to whoever connects, so that none of those is in our way.
    private static final int FIRST_PORT = 15_000;

    private static final int LAST_PORT = 32_000;
    private static final int PORT_TRIES = 1_000;
    private static final String LOOPBACK = "127.0.0.1";

    private final Path directory;
    private final Set<Integer> ports = new HashSet<>();

    private Addresses(Path directory) {
        this.directory = directory;
    }

    /// Uses a directory, which is made; or a new one in the directory for temporary files, if paths in it are too long for sockets.
    ///
    /// @param longest the longest name that will be asked for
    /// @throws IOException if there is no directory whose paths are short enough
    static Addresses in(Path directory, Path temporary, String longest) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (fits(absolute.resolve(file(longest)))) {
            Files.createDirectories(absolute);
            Files.setPosixFilePermissions(absolute, PosixFilePermissions.fromString("rwx------"));
            return new Addresses(absolute);
        }
        Path other = Files.createTempDirectory(temporary.toAbsolutePath(), "baton");
        if (!fits(other.resolve(file(longest)))) {
            Files.delete(other);
            throw new IOException(
                    "a socket of an executor needs a path of at most %d bytes; %s and %s are both too long for %s:"
                                    .formatted(MOST_PATH_BYTES, absolute, temporary, file(longest))
                            + " give the runner a shorter work directory or TMPDIR, or the executor a shorter name or transport = \"tcp\"");
        }
        return new Addresses(other);
    }

    /// A place for a process that is about to be started. What an earlier one left there is removed.
    Address next(Transport transport, String name) throws IOException {
        return switch (transport) {
            case UNIX -> {
                Path path = directory.resolve(file(name));
                Files.deleteIfExists(path);
                yield new Address(
                        UnixDomainSocketAddress.of(path), Address.SOCKET, path.toString());
            }
            case TCP -> {
                int port = freePort();
                yield new Address(
                        new InetSocketAddress(InetAddress.ofLiteral(LOOPBACK), port),
                        Address.TCP_SOCKET,
                        LOOPBACK + ":" + port);
            }
        };
    }

    /// It is not used any more.
    void giveBack(Address address) throws IOException {
        switch (address.socket()) {
            case UnixDomainSocketAddress unix -> Files.deleteIfExists(unix.getPath());
            case InetSocketAddress tcp -> {
                synchronized (ports) {
                    ports.remove(tcp.getPort());
                }
            }
            default -> throw new IllegalStateException("no address of ours: " + address);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            log.warn(
                    "directory of sockets could not be removed path={} cause={}",
                    directory,
                    e.toString());
        }
    }

    private int freePort() throws IOException {
        synchronized (ports) {
            for (int i = 0; i < PORT_TRIES; i++) {
                int port = RandomGenerator.getDefault().nextInt(FIRST_PORT, LAST_PORT);
                if (!ports.contains(port) && isFree(port)) {
                    ports.add(port);
                    return port;
                }
            }
        }
        throw new IOException(
                "found no free port from %d to %d on %s"
                        .formatted(FIRST_PORT, LAST_PORT, LOOPBACK));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.ofLiteral(LOOPBACK))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static String file(String name) {
        return name + ".sock";
    }

    private static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= MOST_PATH_BYTES;
    }
}
