package dev.baton.server.http;

import dev.baton.server.config.Limits.Pace;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// All routes together: takes a request, finds its endpoint, lets the caller in, and sends the answer or the problem.
public final class Site extends Handler.Abstract {
    private static final long MOST_REST = 32L << 20;
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);
    private static final int FORGET_AT_ONCE = 16 << 10;
    private static final Logger log = LoggerFactory.getLogger(Site.class);
    private static final String REQUEST_ID = "Baton-Request-Id";

    /// What figures call the route of an OPTIONS request: a path that a stranger chose has no place in them.
    private static final String ANY_PATH = "any";

    private final Router router;
    private final Gatekeeper gatekeeper;
    private final Pace pace;
    private final MemoryBudget memory;
    private final CallObserver observer;
    private final String idPrefix =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    private final AtomicLong calls = new AtomicLong();

    public Site(
            List<Route> routes,
            Gatekeeper gatekeeper,
            Pace pace,
            MemoryBudget memory,
            CallObserver observer) {
        router = new Router(routes);
        this.pace = pace;
        this.memory = memory;
        this.gatekeeper = gatekeeper;
        this.observer = observer;
    }

    /// Told of every call.
    @FunctionalInterface
    public interface CallObserver {
        /// A call has come.
        ///
        /// @return who is told how it was answered
        Answering arrived(Call call);
    }

    /// Told how a call was answered.
    @FunctionalInterface
    public interface Answering {
        /// A call was answered.
        ///
        /// @param route the template, or `none`
        void answered(String method, String route, int status, long nanos);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long started = System.nanoTime();
        String id = "req_" + idPrefix + "_" + Long.toHexString(calls.incrementAndGet());
        var call = new Call(id, request, response, callback, pace, memory);
        Answering answering = observer.arrived(call);
        String route = "none";
        try {
            String path = request.getHttpURI().getCanonicalPath();
            Router.Found found = find(request.getMethod(), path == null ? "/" : path);
            route = found.route().template();
            call.arrivedAt(found.parameters());
            call.admit(gatekeeper, found.route().access());
            send(call, found.route().endpoint().answer(call));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(call, e);
        } catch (Exception e) {
            fail(call, e);
        }
        int status = response.getStatus();
        long nanos = System.nanoTime() - started;
        answering.answered(request.getMethod(), route, status, nanos);
        log.debug(
                "request answered id={} method={} route={} status={} micros={}",
                id,
                request.getMethod(),
                route,
                status,
                nanos / 1000);
        return true;
    }

    private Router.Found find(String method, String path) {
        try {
            return router.find(method, path);
        } catch (ProblemException e) {
            if (method.equals("OPTIONS") && e.problem().status() == 405) {
                var allow = e.problem().headers();
                return new Router.Found(
                        new Route(method, ANY_PATH, Access.OPEN, _ -> allowed(allow)),
                        java.util.Map.of());
            }
            throw e;
        }
    }

    private static Answered allowed(java.util.Map<String, String> headers) {
        return new Answered.Whole(204, "", Answered.NOTHING, headers);
    }

    private void send(Call call, Answered answered) throws IOException, InterruptedException {
        switch (answered) {
            case Answered.Whole whole -> {
                begin(call, whole.status(), whole.contentType(), whole.headers());
                call.response().write(true, whole.body(), call.callback());
            }
            case Answered.Streamed streamed -> {
                begin(call, streamed.status(), streamed.contentType(), streamed.headers());
                if (streamed.length() >= 0) {
                    call.response().getHeaders().put(HttpHeader.CONTENT_LENGTH, streamed.length());
                }
                if (!call.method().equals("HEAD")) {
                    // Closed only at its end: a body that failed must not look like a whole one.
                    OutputStream out = Content.Sink.asOutputStream(call.response());
                    streamed.body().writeTo(out);
                    out.close();
                }
                call.callback().succeeded();
            }
            case Answered.Watched watched -> {
                Answered.Whole whole = watched.answer();
                begin(call, whole.status(), whole.contentType(), whole.headers());
                try {
                    Content.Sink.write(call.response(), true, whole.body());
                } catch (IOException e) {
                    watched.lost().run();
                    throw e;
                }
                call.callback().succeeded();
            }
            case Answered.TakenOver _ -> {}
        }
    }

    private static void begin(
            Call call, int status, String contentType, java.util.Map<String, String> headers) {
        var response = call.response();
        response.setStatus(status);
        response.getHeaders().put(REQUEST_ID, call.id());
        if (!contentType.isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        }
        headers.forEach((name, value) -> response.getHeaders().put(name, value));
        // A body that was not read to its end ends the connection, and the client has to know
        // before
        // it sends the next request on it.
        if (status >= 400 && !isReadToItsEnd(call.request())) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    /// Forgets the rest of a body that was refused, as far as that is bearable: a connection that ends while the client
    /// still sends takes the answer with it.
    private static boolean isReadToItsEnd(Request request) {
        if (request.getHeaders().contains(HttpHeader.EXPECT)) {
            // It waits for our word, and may have sent nothing. Anywhere else this would not do: it
            // gives up on what has
            // not arrived yet.
            return request.consumeAvailable();
        }
        long deadline = System.nanoTime() + LONGEST_REST.toNanos();
        var forgotten = new byte[FORGET_AT_ONCE];
        try (InputStream rest = Content.Source.asInputStream(request)) {
            for (long left = MOST_REST; left > 0 && System.nanoTime() < deadline; ) {
                int read = rest.read(forgotten);
                if (read < 0) {
                    return true;
                }
                left -= read;
            }
        } catch (IOException _) {
            // then it is not
        }
        return false;
    }

    private void fail(Call call, Exception failure) {
        Problem problem = Problems.of(failure);
        if (isClientGone(failure)) {
            log.debug("client went away id={}", call.id());
        } else if (problem.status() >= 500 && !(failure instanceof ProblemException)) {
            log.error("request failed id={} code={}", call.id(), problem.code(), failure);
        }
        if (call.response().isCommitted()) {
            call.callback().failed(failure);
            return;
        }
        call.response().reset();
        begin(call, problem.status(), Problem.CONTENT_TYPE, problem.headers());
        byte[] body = problem.toJson(call.id()).toString().getBytes(StandardCharsets.UTF_8);
        call.response().write(true, ByteBuffer.wrap(body), call.callback());
    }

    private static boolean isClientGone(Exception failure) {
        return failure instanceof EofException
                || failure instanceof QuietException
                || failure instanceof ClosedChannelException;
    }
}
