package dev.baton.runner.files;

import dev.baton.core.Backoff;
import dev.baton.protocol.LeaseId;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.link.Calls;
import dev.baton.runner.link.Reply;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Requests under a lease, made again while the orchestrator does not answer, and not at all once the lease is gone.
///
/// An interrupt ends them as an [InterruptedIOException].
public final class LeaseCalls {
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(5);
    private static final int MOST_TRIES = 12;
    private static final Backoff PAUSE =
            new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0.3);
    private static final int MOST_REPLY_BYTES = 4 << 20;

    private final Calls calls;
    private final HeldLease lease;

    public LeaseCalls(Calls calls, HeldLease lease) {
        this.calls = calls;
        this.lease = lease;
    }

    LeaseId lease() {
        return lease.id();
    }

    public Reply get(String path) throws IOException {
        return again(() -> calls.send(request(path).GET(), MOST_REPLY_BYTES));
    }

    Reply json(String method, String path, String json) throws IOException {
        return again(
                () ->
                        calls.send(
                                request(path),
                                method,
                                json.getBytes(StandardCharsets.UTF_8),
                                MOST_REPLY_BYTES));
    }

    /// Sends a file; `headers` are pairs of name and value.
    Reply send(String method, String path, BodyPublisher body, String... headers)
            throws IOException {
        return again(
                () -> {
                    HttpRequest.Builder request = request(path).method(method, body);
                    return calls.send(
                            headers.length == 0 ? request : request.headers(headers),
                            MOST_REPLY_BYTES);
                });
    }

    /// Opens the answer to a question as a stream, which the caller closes.
    InputStream open(String path, String json) throws IOException {
        try {
            var response =
                    calls.open(
                            request(path)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString(json)));
            if (response.statusCode() != 200) {
                try (InputStream body = response.body()) {
                    String said = new String(body.readNBytes(1 << 10), StandardCharsets.UTF_8);
                    throw new IOException(
                            "%d %s"
                                    .formatted(
                                            response.statusCode(), dev.baton.core.Shown.of(said)));
                }
            }
            return response.body();
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    private HttpRequest.Builder request(String path) {
        return calls.request(path, lease.id(), LONGEST_REQUEST);
    }

    private interface Attempt {
        Reply make() throws IOException, InterruptedException;
    }

    private Reply again(Attempt attempt) throws IOException {
        IOException last = new IOException("the lease is over");
        try {
            for (int tries = 1; tries <= MOST_TRIES && !lease.isSettled(); tries++) {
                try {
                    Reply reply = attempt.make();
                    if (reply.isStaleLease()) {
                        throw new IOException("the lease is over");
                    }
                    if (!reply.isForNow()) {
                        return reply;
                    }
                    last = new IOException(reply.problem());
                } catch (InterruptedIOException e) {
                    throw e;
                } catch (IOException e) {
                    last = e;
                }
                Thread.sleep(PAUSE.delay(tries, ThreadLocalRandom.current().nextLong()));
            }
        } catch (InterruptedException _) {
            throw interrupted();
        }
        throw last;
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }
}
