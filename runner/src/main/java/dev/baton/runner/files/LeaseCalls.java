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
        return again(() -> outcome(calls.send(request(path).GET(), MOST_REPLY_BYTES)));
    }

    Reply json(String method, String path, String json) throws IOException {
        return again(
                () ->
                        outcome(
                                calls.send(
                                        request(path),
                                        method,
                                        json.getBytes(StandardCharsets.UTF_8),
                                        MOST_REPLY_BYTES)));
    }

    /// Sends a file; `headers` are pairs of name and value.
    Reply send(String method, String path, BodyPublisher body, String... headers)
            throws IOException {
        return again(
                () -> {
                    HttpRequest.Builder request = request(path).method(method, body);
                    return outcome(
                            calls.send(
                                    headers.length == 0 ? request : request.headers(headers),
                                    MOST_REPLY_BYTES));
                });
    }

    /// Opens the answer to a question as a stream, which the caller closes.
    InputStream open(String path, String json) throws IOException {
        return again(
                () -> {
                    var response =
                            calls.open(
                                    request(path)
                                            .header("Content-Type", "application/json")
                                            .POST(BodyPublishers.ofString(json)));
                    if (response.statusCode() == 200) {
                        return new Outcome.Final<>(response.body());
                    }
                    Reply refusal = Calls.read(response, MOST_REPLY_BYTES);
                    if (refusal.isForNow()) {
                        return new Outcome.Later<>(refusal.problem());
                    }
                    throw new RefusedException(refusal.problem());
                });
    }

    private HttpRequest.Builder request(String path) {
        return calls.request(path, lease.id(), LONGEST_REQUEST);
    }

    /// What came of a request.
    private sealed interface Outcome<T> {
        record Final<T>(T value) implements Outcome<T> {}

        /// It may be answered otherwise later.
        record Later<T>(String problem) implements Outcome<T> {}
    }

    private interface Attempt<T> {
        Outcome<T> make() throws IOException, InterruptedException;
    }

    /// No attempt after this one would be answered otherwise.
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    private static Outcome<Reply> outcome(Reply reply) throws IOException {
        if (reply.isStaleLease()) {
            throw new RefusedException("the lease is over");
        }
        return reply.isForNow() ? new Outcome.Later<>(reply.problem()) : new Outcome.Final<>(reply);
    }

    private <T> T again(Attempt<T> attempt) throws IOException {
        IOException last = new IOException("the lease is over");
        try {
            for (int tries = 1; tries <= MOST_TRIES && !lease.isSettled(); tries++) {
                try {
                    switch (attempt.make()) {
                        case Outcome.Final<T>(T value) -> {
                            return value;
                        }
                        case Outcome.Later<T>(String problem) -> last = new IOException(problem);
                    }
                } catch (InterruptedIOException | RefusedException e) {
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
