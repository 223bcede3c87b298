package dev.baton.server.http;

import dev.baton.protocol.StorableText;
import dev.baton.protocol.submit.TraceContext;
import dev.baton.server.config.Limits.Pace;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One request, while it is being answered. Of one thread.
public final class Call {
    private static final int LARGEST_FIRST_BUFFER = 64 << 10;
    private static final int SMALL_BUFFER = 4 << 10;

    private final String id;
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Pace pace;
    private final HeldMemory memory;
    private Map<String, String> parameters = Map.of();
    private Caller caller = Caller.ANYONE;
    private @Nullable TraceContext trace;
    private @Nullable Gatekeeper gatekeeper;
    private @Nullable Fields query;

    Call(
            String id,
            Request request,
            Response response,
            Callback callback,
            Pace pace,
            MemoryBudget budget) {
        this.id = id;
        this.request = request;
        this.response = response;
        memory = new HeldMemory(budget);
        this.callback = Callback.from(callback, memory::release);
        this.pace = pace;
    }

    /// What the caller can name when they ask about this request.
    public String id() {
        return id;
    }

    public Caller caller() {
        return caller;
    }

    /// The trace that this request belongs to, and with it whatever it begins.
    public TraceContext trace() {
        return trace != null
                ? trace
                : TraceContext.ofHeaders(header("traceparent"), header("tracestate"));
    }

    /// From now on it belongs to this one, which continues that of its headers.
    public void belongTo(TraceContext continued) {
        trace = continued;
    }

    /// Whether the caller's credential is still good. Who waits or follows must not outlive it.
    public boolean isStillAdmitted() {
        return gatekeeper != null && gatekeeper.admitsStill(this);
    }

    /// Charges the caller for work beyond the request itself, or ends the call if they have used up theirs.
    public void charge(int work) {
        if (gatekeeper != null) {
            gatekeeper.charge(caller, work);
        }
    }

    /// Ends the call unless the caller's credential is still good.
    public void mustStillBeAdmitted() {
        if (!isStillAdmitted()) {
            throw Problem.of(401, "UNAUTHENTICATED", "the token has expired or was revoked")
                    .asException();
        }
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
        String value = query.getValue(name);
        if (value != null && !StorableText.is(value)) {
            throw Problem.invalid(name + ": expected text without NUL in the query").asException();
        }
        return Optional.ofNullable(value);
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
        byte[] json = body(mostBytes);
        memory.holdToParse(JsonWeight.of(json));
        return json;
    }

    /// The body, read while it is within the limit.
    public byte[] body(int mostBytes) throws IOException {
        if (request.getLength() > mostBytes) {
            throw tooLarge(mostBytes);
        }
        // What a body says of its length is not believed before it is there: a promise must not
        // cost memory.
        long expected = request.getLength();
        byte[] body =
                new byte
                        [(int)
                                (expected >= 0
                                        ? Math.min(expected, LARGEST_FIRST_BUFFER)
                                        : Math.min(SMALL_BUFFER, mostBytes))];
        long held = body.length;
        holdMemory(held);
        int size = 0;
        try (InputStream in = bodyStream()) {
            while (true) {
                if (size == body.length) {
                    int next = in.read();
                    if (next < 0) {
                        break;
                    }
                    if (size == mostBytes) {
                        throw tooLarge(mostBytes);
                    }
                    int larger = (int) Math.min(Math.max(size * 2L, SMALL_BUFFER), mostBytes);
                    holdMemory(larger);
                    held += larger;
                    body = Arrays.copyOf(body, larger);
                    body[size++] = (byte) next;
                }
                int read = in.read(body, size, body.length - size);
                if (read < 0) {
                    break;
                }
                size += read;
            }
        }
        byte[] whole = size == body.length ? body : Arrays.copyOf(body, size);
        memory.giveBack(held - whole.length);
        return whole;
    }

    /// The body as it arrives: what is not read yet is not sent yet.
    public InputStream bodyStream() {
        return new PacedBody(Content.Source.asInputStream(request), pace);
    }

    /// Holds so much memory until the call is answered, or ends the call.
    public void holdMemory(long bytes) {
        memory.hold(bytes);
    }

    /// The same for what is made of JSON that is there as a whole.
    public void holdMemoryToParse(long bytes) {
        memory.holdToParse(bytes);
    }

    /// From now on memory is held from this share. Before anything is read.
    public void holdMemoryFrom(MemoryBudget.Share share) {
        memory.from(share);
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

    void admit(Gatekeeper by, Access access) {
        caller = by.admit(this, access);
        if (access == Access.RUNNER) {
            memory.from(MemoryBudget.Share.LEASES);
        }
        gatekeeper = by;
    }

    private static ProblemException tooLarge(int mostBytes) {
        return Problem.of(
                        413,
                        "TOO_LARGE",
                        "expected a body of at most %d bytes, got more".formatted(mostBytes))
                .asException();
    }
}
