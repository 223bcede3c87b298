package dev.baton.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Against a server that sends what the test wants, byte for byte.
class StreamLineTest {
    private final BlockingQueue<Socket> accepted = new ArrayBlockingQueue<>(1);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_message_in_several_frames_is_one_message() throws Exception {
        try (var line = connect("HTTP/1.1 101 Switching Protocols\r\n\r\n")) {
            write(0x01, 2, '[', '1');
            write(0x89, 1, '!'); // a ping in between
            write(0x80, 2, ',', ']');
            assertThat(line.receive()).isEqualTo(4);
            assertThat(new String(line.message(), 0, 4, StandardCharsets.UTF_8)).isEqualTo("[1,]");
            assertThat(readFrame()).as("the pong").isEqualTo("!");
        }
    }

    @Test
    void messages_of_every_length_arrive() throws Exception {
        try (var line = connect("HTTP/1.1 101 Switching Protocols\r\n\r\n")) {
            for (int length : new int[] {0, 125, 126, 65_535, 65_536, 100_000}) {
                String text = "x".repeat(length);
                line.send(text);
                assertThat(readFrame()).isEqualTo(text);
            }
        }
    }

    @Test
    void the_end_of_a_stream_says_why() throws Exception {
        try (var line = connect("HTTP/1.1 101 Switching Protocols\r\n\r\n")) {
            write(0x88, 4, 0x03, 0xf0, 'n', 'o');
            assertThatThrownBy(line::receive)
                    .isInstanceOf(EOFException.class)
                    .hasMessageEndingWith("1008 no");
        }
    }

    @Test
    void an_answer_that_is_no_stream_is_shown() {
        assertThatThrownBy(() -> connect("HTTP/1.1 401 Unauthorized\r\n\r\n"))
                .hasMessage("expected 101 Switching Protocols, got HTTP/1.1 401 Unauthorized");
    }

    private StreamLine connect(String answer) throws IOException {
        Thread.startVirtualThread(
                () -> {
                    try {
                        Socket socket = server.accept();
                        var request = new StringBuilder();
                        while (!request.toString().endsWith("\r\n\r\n")) {
                            request.append((char) socket.getInputStream().read());
                        }
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                        accepted.add(socket);
                    } catch (IOException stopped) {
                        // the test is over
                    }
                });
        return new StreamLine(
                URI.create("http://127.0.0.1:" + server.getLocalPort()), "secret", 16);
    }

    private void write(int... bytes) throws Exception {
        for (int b : bytes) {
            peer().getOutputStream().write(b);
        }
    }

    private String readFrame() throws Exception {
        var in = new DataInputStream(peer().getInputStream());
        in.readByte();
        int length = in.readByte() & 0x7f;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        assertThat(in.readInt()).as("the mask").isZero();
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private Socket peer() throws InterruptedException {
        Socket peer = accepted.poll(20, TimeUnit.SECONDS);
        assertThat(peer).as("someone who connected").isNotNull();
        accepted.add(peer);
        return peer;
    }
}
