package dev.baton.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Says what Jetty refuses before a request reaches us in the same words as everything else: no pages, no versions.
final class ProblemPages implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        var problem =
                status >= 500
                        ? Problem.of(status, "INTERNAL", "the request failed")
                        : Problem.of(
                                status,
                                "BAD_REQUEST",
                                "the request line or a header has something that we do not take");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
        byte[] body = problem.toJson("").toString().getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
