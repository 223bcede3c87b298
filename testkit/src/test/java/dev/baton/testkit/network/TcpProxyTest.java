package dev.baton.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;

@Timeout(30)
class TcpProxyTest {
    private ServerSocket far;
    private TcpProxy proxy;

    @BeforeEach
    void open() throws IOException {
        far = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy =
                new TcpProxy(
                        () ->
                                Optional.of(
                                        new InetSocketAddress(
                                                far.getInetAddress(), far.getLocalPort())));
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        far.close();
    }

    @Test
    void in_clear_weather_bytes_arrive_both_ways() throws IOException {
        try (Socket here = connect();
                Socket there = far.accept()) {
            send(here, there, 1);
            send(there, here, 2);
        }
    }

    @Test
    void a_cut_resets_connections_and_lets_no_new_one_through() throws IOException {
        try (Socket here = connect();
                Socket there = far.accept()) {
            send(here, there, 1);
            proxy.become(new Weather.Cut());
            assertThatThrownBy(() -> read(here)).isInstanceOf(IOException.class);
            try (Socket next = connect()) {
                assertThatThrownBy(() -> read(next)).isInstanceOf(IOException.class);
            }
        }
        proxy.become(Weather.CLEAR);
        try (Socket here = connect();
                Socket there = far.accept()) {
            send(here, there, 1);
        }
    }

    @Test
    void a_connection_that_lost_a_byte_stays_silent_and_others_do_not() throws IOException {
        try (Socket here = connect();
                Socket there = far.accept()) {
            send(here, there, 1);
            proxy.become(new Weather.Silent());
            here.getOutputStream().write(2);
            there.setSoTimeout(200);
            assertThatThrownBy(() -> read(there)).isInstanceOf(SocketTimeoutException.class);
            proxy.become(Weather.CLEAR);
            here.getOutputStream().write(3);
            here.shutdownOutput();
            assertThatThrownBy(() -> read(there)).isInstanceOf(SocketTimeoutException.class);
            try (Socket next = connect();
                    Socket accepted = far.accept()) {
                send(next, accepted, 4);
                proxy.resetSilenced();
                assertThatThrownBy(() -> read(there))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
                send(next, accepted, 5);
            }
        }
    }

    @Test
    void in_slow_weather_bytes_are_late() throws IOException {
        proxy.become(new Weather.Slow(Duration.ofMillis(200), 1 << 20));
        try (Socket here = connect();
                Socket there = far.accept()) {
            long start = System.nanoTime();
            send(here, there, 1);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket from, Socket to, int value) throws IOException {
        from.getOutputStream().write(value);
        assertThat(read(to)).isEqualTo(value);
    }

    /// The next byte; a reset and an end are the same to us.
    private static int read(Socket socket) throws IOException {
        int value = socket.getInputStream().read();
        if (value < 0) {
            throw new IOException("it ended");
        }
        return value;
    }
}
