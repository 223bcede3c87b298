package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Requests made from the OpenAPI document, most of them wrong: none is a failure of ours, and each is told why.
///
/// `-Dbaton.fuzz.requests=100000 -Dbaton.fuzz.seed=7` makes more of them, and others.
class FuzzTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int REQUESTS = Integer.getInteger("baton.fuzz.requests", 2_000);
    private static final long SEED = Long.getLong("baton.fuzz.seed", 1);

    @TempDir private Path data;

    @Test
    void no_request_is_answered_by_a_failure_and_every_refusal_says_why() throws Exception {
        try (var server = TestServer.start(data)) {
            server.user().submitJob("there");
            Held.lease(server.runner(), "r1").ack();
            var document = server.anyone().get("/openapi.json").json();
            var requests = new FuzzRequests(document, server.admin().token(), SEED);
            int accepted = 0;
            int refused = 0;
            for (int i = 0; i < REQUESTS; i++) {
                int status =
                        send(server, requests.next(), "seed %d, request %d".formatted(SEED, i));
                accepted += status < 400 ? 1 : 0;
                refused += status >= 400 ? 1 : 0;
            }
            assertThat(server.anyone().get("/readyz").status()).isEqualTo(200);
            // A generator that makes only one kind of requests finds nothing.
            assertThat(accepted).as("accepted").isGreaterThan(REQUESTS / 50);
            assertThat(refused).as("refused").isGreaterThan(REQUESTS / 3);
        }
    }

    private static int send(TestServer server, byte[] request, String which) throws Exception {
        try (var wire = new Wire(server.address())) {
            try {
                wire.socket.getOutputStream().write(request);
            } catch (SocketException _) {
                // refused before it was read: the answer is there
            }
            String head = head(wire, request, which);
            assertThat(head).as(which).startsWith("HTTP/1.1 ");
            int status = Integer.parseInt(head.substring(9, 12));
            String asked =
                    new String(
                            request, 0, Math.min(300, request.length), StandardCharsets.ISO_8859_1);
            assertThat(status).as("%s: %s", which, asked).isLessThan(500);
            if (status >= 400 && !asked.startsWith("HEAD")) {
                check(head, wire.rest(), "%s: %s".formatted(which, asked));
            }
            return status;
        }
    }

    private static String head(Wire wire, byte[] request, String which) throws IOException {
        try {
            return wire.head();
        } catch (SocketTimeoutException e) {
            throw new AssertionError(
                    "%s was not answered: %s"
                            .formatted(which, new String(request, StandardCharsets.ISO_8859_1)),
                    e);
        }
    }

    private static void check(String head, String body, String which) {
        assertThat(body)
                .as(which)
                .doesNotContain("Exception", "\tat ", "dev.baton", "org.eclipse", "java.");
        var json = JSON.readTree(body);
        if (head.contains("application/problem+json")) {
            assertThat(json.get("status").intValue())
                    .isEqualTo(Integer.parseInt(head.substring(9, 12)));
            assertThat(json.get("code").stringValue()).as(which).isNotBlank();
            assertThat(json.get("detail").stringValue()).as(which).isNotBlank();
        } else {
            assertThat(json.path("type").asString("")).as(which + body).isEqualTo("StaleLease");
        }
    }
}
