package dev.baton.server;

import dev.baton.server.BadInputs.Bad;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.function.Function;
import java.util.stream.Stream;

/// The part of the table that is about what runners send: messages, logs and artifacts.
final class BadRunnerInputs {
    private static final String UNKNOWN_LEASE = "lease_of_nobody";

    private BadRunnerInputs() {}

    static Stream<Bad> everything() {
        return Stream.of(leases(), logs(), artifacts()).flatMap(Function.identity());
    }

    private static Stream<Bad> leases() {
        return Stream.of(
                new Bad(
                        "a lease of nobody",
                        409,
                        "UNKNOWN_LEASE",
                        p ->
                                p.runner()
                                        .post(
                                                "/v1/runner/heartbeat",
                                                "{\"lease_id\":\"%s\",\"runner_id\":\"r1\"}"
                                                        .formatted(UNKNOWN_LEASE))),
                new Bad(
                        "a lease of another runner",
                        409,
                        "UNKNOWN_LEASE",
                        p -> new Held(p.runner(), "r2", p.lease().granted()).complete()),
                new Bad(
                        "a lease with another secret",
                        409,
                        "UNKNOWN_LEASE",
                        p ->
                                p.runner()
                                        .post(
                                                "/v1/runner/heartbeat",
                                                "{\"lease_id\":\"%sAAAA\",\"runner_id\":\"r1\"}"
                                                        .formatted(
                                                                p.lease()
                                                                        .id()
                                                                        .substring(
                                                                                0,
                                                                                p.lease()
                                                                                                .id()
                                                                                                .length()
                                                                                        - 4)))),
                message(
                        "a message without its lease",
                        400,
                        "MISSING_FIELD",
                        "complete",
                        "{\"runner_id\":\"r1\",\"status\":\"SUCCEEDED\"}"),
                message(
                        "a message without a status",
                        400,
                        "MISSING_FIELD",
                        "complete",
                        "{\"lease_id\":\"l\",\"runner_id\":\"r1\"}"),
                message(
                        "a status that is none",
                        400,
                        "INVALID_FIELD",
                        "complete",
                        "{\"lease_id\":\"l\",\"runner_id\":\"r1\",\"status\":\"FINE\"}"),
                message(
                        "a message of another type",
                        400,
                        "UNKNOWN_TYPE",
                        "complete",
                        "{\"type\":\"Heartbeat\",\"lease_id\":\"l\",\"runner_id\":\"r1\"}"),
                message(
                        "a field twice",
                        400,
                        "DUPLICATE_FIELD",
                        "heartbeat",
                        "{\"lease_id\":\"l\",\"lease_id\":\"m\",\"runner_id\":\"r1\"}"),
                message(
                        "a runner with spaces",
                        400,
                        "INVALID_FIELD",
                        "heartbeat",
                        "{\"lease_id\":\"l\",\"runner_id\":\"r 1\"}"),
                message(
                        "a lease that is no text",
                        400,
                        "INVALID_FIELD",
                        "heartbeat",
                        "{\"lease_id\":7,\"runner_id\":\"r1\"}"),
                message(
                        "a time that is none",
                        400,
                        "INVALID_FIELD",
                        "complete",
                        """
                        {"lease_id":"l","runner_id":"r1","status":"SUCCEEDED","timings":{"started_at":"tomorrow"}}"""),
                message("a message of 10 MB", 413, "TOO_LARGE", "heartbeat", " ".repeat(10 << 20)),
                message(
                        "JSON a thousand levels deep",
                        413,
                        "TOO_LARGE",
                        "heartbeat",
                        "[".repeat(1000)),
                message(
                        "too many jobs wanted",
                        400,
                        "INVALID_FIELD",
                        "lease",
                        "{\"runner_id\":\"r1\",\"max_jobs\":1001}"),
                message(
                        "no jobs wanted",
                        400,
                        "INVALID_FIELD",
                        "lease",
                        "{\"runner_id\":\"r1\",\"max_jobs\":0}"),
                message(
                        "a wait for ever",
                        400,
                        "INVALID_FIELD",
                        "lease",
                        "{\"runner_id\":\"r1\",\"max_jobs\":1,\"wait_seconds\":100000}"));
    }

    private static Stream<Bad> logs() {
        return Stream.of(
                log("an offset beyond the end", 409, "WRONG_OFFSET", "bytes 100-102/*", "abc"),
                log("a range that is none", 400, "INVALID_RANGE", "lines 1-2", "abc"),
                log("a range backwards", 400, "INVALID_RANGE", "bytes 5-3/*", "abc"),
                log("a range of another length", 400, "INVALID_RANGE", "bytes 0-9/*", "abc"),
                log(
                        "an offset beyond every number",
                        400,
                        "INVALID_RANGE",
                        "bytes 0-" + "9".repeat(30) + "/*",
                        "abc"),
                log("an end without a digest", 400, "INVALID_DIGEST", "bytes 0-2/3", "abc"),
                log(
                        "a chunk of 10 MB",
                        413,
                        "TOO_LARGE",
                        "bytes 0-10485759/*",
                        " ".repeat(10 << 20)),
                new Bad(
                        "a log of no lease",
                        400,
                        "MISSING_LEASE",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/log")
                                                        .header("Content-Range", "bytes 0-2/*")
                                                        .method(
                                                                "PATCH",
                                                                BodyPublishers.ofString("abc")))),
                new Bad(
                        "a log of a lease of nobody",
                        409,
                        "UNKNOWN_LEASE",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/log")
                                                        .header("Baton-Lease", UNKNOWN_LEASE)
                                                        .header("Content-Range", "bytes 0-2/*")
                                                        .method(
                                                                "PATCH",
                                                                BodyPublishers.ofString("abc")))));
    }

    private static Stream<Bad> artifacts() {
        return Stream.of(
                artifact("a name with a control character", 400, "BAD_REQUEST", "a%07b", ""),
                artifact("a name with a backslash", 400, "BAD_REQUEST", "a%5Cb", ""),
                artifact("a name with an empty segment", 400, "BAD_REQUEST", "a//b", ""),
                artifact("a name that is too long", 400, "INVALID_REQUEST", "a".repeat(300), ""),
                artifact(
                        "another digest than announced",
                        422,
                        "DIGEST_MISMATCH",
                        "a",
                        "sha-256=:" + "A".repeat(43) + "=:"),
                artifact("a digest that is none", 400, "INVALID_DIGEST", "a", "sha-256=:AAAA:"));
    }

    private static Bad message(String what, int status, String code, String path, String body) {
        return new Bad(what, status, code, p -> p.runner().post("/v1/runner/" + path, body));
    }

    private static Bad log(String what, int status, String code, String range, String bytes) {
        return new Bad(what, status, code, p -> p.lease().log(range, bytes));
    }

    private static Bad artifact(String what, int status, String code, String name, String digest) {
        return new Bad(
                what,
                status,
                code,
                p -> {
                    var put =
                            p.runner()
                                    .request("/v1/runner/artifacts/" + name)
                                    .header("Baton-Lease", p.lease().id())
                                    .PUT(BodyPublishers.ofString("abc"));
                    return p.runner()
                            .send(digest.isEmpty() ? put : put.header("Repr-Digest", digest));
                });
    }
}
