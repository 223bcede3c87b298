package dev.baton.server;

import dev.baton.server.Client.Response;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.function.Function;
import java.util.stream.Stream;

/// The table of what people and programs send by mistake or in malice, and what they are told.
final class BadInputs {
    private static final String UNKNOWN_LEASE = "lease_of_nobody";

    private BadInputs() {}

    /// What someone sends, and what they are told.
    record Bad(String what, int status, String code, Function<Parties, Response> send) {
        @Override
        public String toString() {
            return what;
        }
    }

    /// Who there is to send something.
    record Parties(Client admin, Client user, Client runner, Client anyone, Held lease) {}

    static Stream<Bad> everything() {
        return Stream.of(
                        submissions(),
                        requests(),
                        tokens(),
                        leases(),
                        logs(),
                        artifacts(),
                        BadContents.everything())
                .flatMap(Function.identity());
    }

    private static Stream<Bad> submissions() {
        return Stream.of(
                submit("a body that is not JSON", 400, "MALFORMED_JSON", "{nonsense"),
                submit("an empty body", 400, "INVALID_SUBMISSION", ""),
                submit("two values", 400, "MALFORMED_JSON", "{} {}"),
                submit("a list", 400, "INVALID_SUBMISSION", "[]"),
                submit("no jobs", 400, "INVALID_SUBMISSION", "{}"),
                submit("an empty list of jobs", 400, "INVALID_SUBMISSION", "{\"jobs\":[]}"),
                submit(
                        "a job without work",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\"}]}"),
                submit(
                        "control characters in a name",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\\u0007b\",\"steps\":[\"x\"]}]}"),
                submit(
                        "a name that turns text around",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\\u202eb\",\"steps\":[\"x\"]}]}"),
                submit(
                        "half a surrogate in a name",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\\ud800\",\"steps\":[\"x\"]}]}"),
                submit(
                        "a need that does not exist",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"needs\":[\"b\"]}]}"),
                submit(
                        "needs in a circle",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"needs\":[\"a\"]}]}"),
                submit(
                        "an unknown key",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"stepz\":[\"x\"]}]}"),
                submit(
                        "a priority out of range",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"priority\":1000000}]}"),
                submit(
                        "a workspace that is none",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"workspace\":{\"tree\":\"x\"}}]}"),
                submit(
                        "an isolation that nobody has",
                        400,
                        "INVALID_SUBMISSION",
                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"isolation\":\"vm\"}]}"),
                submit("a body of 20 MB", 413, "TOO_LARGE", " ".repeat(20 << 20)),
                new Bad(
                        "a submission that is not called JSON",
                        415,
                        "NOT_JSON",
                        p ->
                                p.user()
                                        .send(
                                                p.user()
                                                        .request("/v1/runs")
                                                        .POST(BodyPublishers.ofString("{}")))),
                new Bad(
                        "a key with spaces",
                        400,
                        "INVALID_REQUEST",
                        p ->
                                p.user()
                                        .send(
                                                p.user()
                                                        .request("/v1/runs")
                                                        .header("Content-Type", "application/json")
                                                        .header("Idempotency-Key", "a b")
                                                        .POST(
                                                                BodyPublishers.ofString(
                                                                        "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}")))));
    }

    private static Stream<Bad> requests() {
        return Stream.of(
                get("a path that leads nowhere", 404, "NO_SUCH_PATH", "/v1/nothing"),
                get("a job that does not exist", 404, "NOT_FOUND", "/v1/jobs/job_999"),
                get("an id that is none", 400, "INVALID_REQUEST", "/v1/jobs/banana"),
                get(
                        "an id too long for a number",
                        400,
                        "INVALID_REQUEST",
                        "/v1/jobs/" + "9".repeat(40)),
                get("a status that is none", 400, "INVALID_REQUEST", "/v1/jobs?status=SAD"),
                get("a limit out of range", 400, "INVALID_REQUEST", "/v1/jobs?limit=0"),
                get("a limit that is no number", 400, "INVALID_REQUEST", "/v1/jobs?limit=ten"),
                get("a cursor of somebody else", 400, "INVALID_REQUEST", "/v1/jobs?cursor=AAAA"),
                new Bad(
                        "a method that the path does not have",
                        405,
                        "METHOD_NOT_ALLOWED",
                        p -> p.user().delete("/v1/jobs")),
                new Bad(
                        "an event that never was",
                        400,
                        "INVALID_REQUEST",
                        p ->
                                p.user()
                                        .send(
                                                p.user()
                                                        .request(
                                                                "/v1/jobs/%s/events"
                                                                        .formatted(p.lease().job()))
                                                        .header("Last-Event-ID", "yesterday")
                                                        .GET())),
                new Bad(
                        "a retry of a job that is not over",
                        409,
                        "NOT_FINISHED",
                        p -> p.user().post("/v1/jobs/%s/retry".formatted(p.lease().job()), "{}")),
                new Bad(
                        "a reason with control characters",
                        400,
                        "INVALID_FIELD",
                        p ->
                                p.user()
                                        .post(
                                                "/v1/jobs/%s/cancel".formatted(p.lease().job()),
                                                "{\"reason\":\"\\u001b[2J\"}")));
    }

    private static Stream<Bad> tokens() {
        return Stream.of(
                new Bad("no token", 401, "UNAUTHENTICATED", p -> p.anyone().get("/v1/jobs")),
                new Bad(
                        "a token that was made up",
                        401,
                        "UNAUTHENTICATED",
                        p ->
                                new Client(p.user().server(), "baton_admin_" + "0".repeat(64))
                                        .get("/v1/jobs")),
                new Bad(
                        "another kind of credential",
                        401,
                        "UNAUTHENTICATED",
                        p ->
                                p.anyone()
                                        .send(
                                                p.anyone()
                                                        .request("/v1/jobs")
                                                        .header("Authorization", "Basic YTpi")
                                                        .GET())),
                new Bad(
                        "a runner that reads jobs",
                        403,
                        "FORBIDDEN",
                        p -> p.runner().get("/v1/jobs")),
                new Bad(
                        "a user that wants leases",
                        403,
                        "FORBIDDEN",
                        p -> p.user().post("/v1/runner/lease", "{}")),
                new Bad(
                        "a user that issues tokens",
                        403,
                        "FORBIDDEN",
                        p -> p.user().post("/v1/tokens", "{\"kind\":\"admin\",\"name\":\"x\"}")),
                new Bad(
                        "a token of a kind that is none",
                        400,
                        "INVALID_REQUEST",
                        p -> p.admin().post("/v1/tokens", "{\"kind\":\"king\",\"name\":\"x\"}")),
                new Bad(
                        "a token without a name",
                        400,
                        "MISSING_FIELD",
                        p -> p.admin().post("/v1/tokens", "{\"kind\":\"user\"}")),
                new Bad(
                        "a token that has expired before it exists",
                        400,
                        "INVALID_REQUEST",
                        p ->
                                p.admin()
                                        .post(
                                                "/v1/tokens",
                                                "{\"kind\":\"user\",\"name\":\"x\",\"expires\":\"1999-01-01T00:00:00Z\"}")));
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
                        "heartbeat",
                        "{\"lease_id\":\"l\",\"runner_id\":\"r1\",\"ts\":\"tomorrow\"}"),
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

    private static Bad submit(String what, int status, String code, String body) {
        return new Bad(what, status, code, p -> p.user().post("/v1/runs", body));
    }

    private static Bad get(String what, int status, String code, String path) {
        return new Bad(what, status, code, p -> p.user().get(path));
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
