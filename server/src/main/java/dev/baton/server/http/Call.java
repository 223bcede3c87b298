package dev.baton.server.http;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One request, while it is being answered. Of one thread.
public final class Call {
    /// A body that takes longer than this is an attack, or no use to anyone.
    private static final Duration LONGEST_BODY = Duration.ofSeconds(60);

    private static final int FIRST_BUFFER = 4096;

    private final String id;
    private final Request request;
    private final Response response;
    private final Callback callback;
    private Map<String, String> parameters = Map.of();
    private Caller caller = Caller.ANYONE;
    private @Nullable Fields query;

    Call(String id, Request request, Response response, Callback callback) {
        this.id = id;
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    /// What the caller can name when they ask about this request.
    public String id() {
        return id;
    }

    public Caller caller() {
        return caller;
    }

    public String path() {
        return String.valueOf(request.getHttpURI().getCanonicalPath());
    }

    public String method() {
        return request.getMethod();
    }

    /// What the path has in the place of `{name}`.
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no parameter " + name);
        }
        return value;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    public Optional<String> query(String name) {
        if (query == null) {
            query = Request.extractQueryParameters(request);
        }
        return Optional.ofNullable(query.getValue(name));
    }

    /// A whole number in the query.
    public long query(String name, long least, long most, long otherwise) {
        Optional<String> given = query(name);
        if (given.isEmpty()) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(given.get());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw Problem.invalid(
                        "%s: expected a number of %d to %d in the query"
                                .formatted(name, least, most))
                .asException();
    }

    /// The body of a JSON request, read while it is within the limit.
    public byte[] jsonBody(int mostBytes) throws IOException {
        String type = header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw Problem.of(415, "NOT_JSON", "expected Content-Type: application/json")
                    .asException();
        }
        return body(mostBytes);
    }

    /// The body, read while it is within the limit.
    public byte[] body(int mostBytes) throws IOException {
        if (request.getLength() > mostBytes) {
            throw tooLarge(mostBytes);
        }
        long deadline = System.nanoTime() + LONGEST_BODY.toNanos();
        int expected = (int) request.getLength();
        byte[] body = new byte[expected >= 0 ? expected : Math.min(FIRST_BUFFER, mostBytes)];
        int size = 0;
        try (InputStream in = Content.Source.asInputStream(request)) {
            while (true) {
                if (size == body.length) {
                    int next = in.read();
                    if (next < 0) {
                        break;
                    }
                    if (size == mostBytes) {
                        throw tooLarge(mostBytes);
                    }
                    body = java.util.Arrays.copyOf(body, Math.clamp(size * 2L, 16, mostBytes));
                    body[size++] = (byte) next;
                }
                int read = in.read(body, size, body.length - size);
                if (read < 0) {
                    break;
                }
                size += read;
                if (System.nanoTime() - deadline > 0) {
                    throw Problem.of(408, "TOO_SLOW", "the body took longer than a minute")
                            .asException();
                }
            }
        }
        return size == body.length ? body : java.util.Arrays.copyOf(body, size);
    }

    /// The body as it arrives: what is not read yet is not sent yet.
    public InputStream bodyStream() {
        return Content.Source.asInputStream(request);
    }

    /// How long the body says it is, or -1.
    public long bodyLength() {
        return request.getLength();
    }

    /// Lets the call take as long as it likes: silence is not a failure.
    public void allowSilence() {
        request.addIdleTimeoutListener(_ -> false);
    }

    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    public Request request() {
        return request;
    }

    public Response response() {
        return response;
    }

    /// For an endpoint that takes the connection over.
    public Callback callback() {
        return callback;
    }

    void arrivedAt(Map<String, String> inPath) {
        parameters = inPath;
    }

    void admit(Caller admitted) {
        caller = admitted;
    }

    private static ProblemException tooLarge(int mostBytes) {
        return Problem.of(
                        413,
                        "TOO_LARGE",
                        "expected a body of at most %d bytes, got more".formatted(mostBytes))
                .asException();
    }
}
