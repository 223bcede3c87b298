package dev.baton.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server that does what it is told to, one connection after the other, however rude that is.
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket socket;
    private final Queue<Scene> scenes = new ArrayDeque<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /// What happens on one connection after its request was read.
    interface Scene {
        void play(OutputStream out) throws IOException;
    }

    ScriptedServer(Scene... script) throws IOException {
        scenes.addAll(List.of(script));
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("scripted-server").start(this::serve);
    }

    Remote remote() {
        return new Remote(URI.create("http://127.0.0.1:" + socket.getLocalPort()), "token");
    }

    /// The first line of each request so far, and its Last-Event-ID if it had one.
    List<String> requests() {
        return requests;
    }

    /// A whole answer.
    static Scene answer(String body) {
        return out -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            write(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                            .formatted(bytes.length));
            out.write(bytes);
        };
    }

    /// An answer in chunks that ends as it should.
    static Scene stream(String... chunks) {
        return out -> {
            chunks(out, chunks);
            write(out, "0\r\n\r\n");
        };
    }

    /// An answer that breaks off.
    static Scene broken(String... chunks) {
        return out -> chunks(out, chunks);
    }

    static Scene status(int status) {
        return out ->
                write(
                        out,
                        "HTTP/1.1 %d X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                .formatted(status));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                String request = read(connection);
                Scene scene = scenes.poll();
                if (scene != null) {
                    requests.add(request);
                    scene.play(connection.getOutputStream());
                    connection.getOutputStream().flush();
                }
            } catch (IOException _) {
                // the other side, or the end of the test
            }
        }
    }

    private static String read(Socket connection) throws IOException {
        var in =
                new BufferedReader(
                        new InputStreamReader(
                                connection.getInputStream(), StandardCharsets.US_ASCII));
        String request = in.readLine();
        for (String line; (line = in.readLine()) != null && !line.isEmpty(); ) {
            if (line.startsWith("Last-Event-ID")) {
                request += " " + line;
            }
        }
        return String.valueOf(request);
    }

    private static void chunks(OutputStream out, String... chunks) throws IOException {
        write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
        for (String chunk : chunks) {
            byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
            write(out, Integer.toHexString(bytes.length) + "\r\n");
            out.write(bytes);
            write(out, "\r\n");
            out.flush();
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
