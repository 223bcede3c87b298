package dev.baton.runner.link;

import dev.baton.protocol.LeaseId;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Requests to the orchestrator. Any thread may make one; it waits for the answer.
///
/// Of several orchestrators one is current. One that cannot be reached, or answers that it cannot work now, is left for the next; the caller
/// tries again there, as it would have tried the same one again.
public final class Calls implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Calls.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String LEASE = "Baton-Lease";

    private static final int UNAVAILABLE = 503;

    private final List<URI> servers;

    /// How often one was left for the next.
    private final AtomicInteger moves = new AtomicInteger();

    private final Set<Unanswered> unanswered = ConcurrentHashMap.newKeySet();
    private volatile String token;
    private final HttpClient http;

    public Calls(Orchestrators orchestrators, String token) {
        servers = orchestrators.addresses().stream().map(server -> server.resolve("/")).toList();
        this.token = token;
        var builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .executor(Executors.newVirtualThreadPerTaskExecutor());
        if (orchestrators.authorities() != null) {
            builder.sslContext(orchestrators.authorities());
        }
        http = builder.build();
    }

    /// The current orchestrator.
    URI server() {
        return servers.get(Math.floorMod(moves.get(), servers.size()));
    }

    /// How many orchestrators there are to choose from.
    int servers() {
        return servers.size();
    }

    /// This one is of no use for now: from here on the next is current, unless another one is already.
    void leave(URI server) {
        int before = moves.get();
        URI current = servers.get(Math.floorMod(before, servers.size()));
        if (servers.size() > 1
                && isSame(current, server)
                && moves.compareAndSet(before, before + 1)) {
            log.info("orchestrator was left for the next left={} next={}", current, server());
        }
    }

    /// The connection to this one broke: it is left, and requests that it has not answered are given up, for it may never do so. They are made again
    /// at the next one.
    void abandon(URI server) {
        leave(server);
        if (servers.size() > 1) {
            for (Unanswered request : unanswered) {
                if (isSame(request.target, server)) {
                    request.answer.cancel(true);
                }
            }
        }
    }

    /// A request on its way. Each is equal to itself only.
    private static final class Unanswered {
        private final URI target;
        private final Future<?> answer;

        Unanswered(URI target, Future<?> answer) {
            this.target = target;
            this.answer = answer;
        }
    }

    private static boolean isSame(URI one, URI other) {
        return one.getScheme().equals(other.getScheme())
                && one.getRawAuthority().equals(other.getRawAuthority());
    }

    /// From now on requests show another token.
    public void useToken(String fresh) {
        token = fresh;
    }

    /// A request in the name of the runner.
    HttpRequest.Builder request(String path, Duration longest) {
        return request(path, longest, token);
    }

    /// A request that shows another token than the others.
    HttpRequest.Builder request(String path, Duration longest, String shown) {
        return HttpRequest.newBuilder(server().resolve(path))
                .timeout(longest)
                .header("Authorization", "Bearer " + shown);
    }

    /// A request under a lease.
    public HttpRequest.Builder request(String path, LeaseId lease, Duration longest) {
        return request(path, longest).header(LEASE, lease.text());
    }

    public Reply post(String path, byte[] json, Duration longest, int mostBytes)
            throws IOException, InterruptedException {
        return send(request(path, longest), "POST", json, mostBytes);
    }

    public Reply send(HttpRequest.Builder request, String method, byte[] json, int mostBytes)
            throws IOException, InterruptedException {
        return send(
                request.header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofByteArray(json)),
                mostBytes);
    }

    /// Sends a request and reads the answer.
    ///
    /// @param mostBytes of the answer; what has more is an error
    public Reply send(HttpRequest.Builder request, int mostBytes)
            throws IOException, InterruptedException {
        return read(open(request), mostBytes);
    }

    /// Reads an answer that was left to be read.
    ///
    /// @param mostBytes of the answer; what has more is an error
    public static Reply read(HttpResponse<InputStream> response, int mostBytes) throws IOException {
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new IOException(
                        "expected an answer of at most %d bytes, got more".formatted(mostBytes));
            }
            return new Reply(response.statusCode(), bytes, response.headers());
        }
    }

    /// Sends a request, and leaves the answer to be read from its stream, which the caller closes.
    public HttpResponse<InputStream> open(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpRequest built = request.build();
        var answer = http.sendAsync(built, BodyHandlers.ofInputStream());
        var waiting = new Unanswered(built.uri(), answer);
        unanswered.add(waiting);
        try {
            HttpResponse<InputStream> response = answer.get();
            if (response.statusCode() == UNAVAILABLE) {
                leave(built.uri());
            }
            return response;
        } catch (ExecutionException e) {
            leave(built.uri());
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (CancellationException e) {
            throw new IOException("the orchestrator was left before it had answered", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw e;
        } finally {
            unanswered.remove(waiting);
        }
    }

    public static BodyPublisher body(byte[] bytes, int length) {
        return BodyPublishers.ofByteArray(bytes, 0, length);
    }

    HttpClient http() {
        return http;
    }

    /// The address of an orchestrator's lease stream.
    static URI stream(URI server) {
        String scheme = server.getScheme().equals("https") ? "wss" : "ws";
        return URI.create(scheme + "://" + server.getRawAuthority() + "/v1/runner/stream");
    }

    String authorization() {
        return "Bearer " + token;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
