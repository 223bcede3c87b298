package dev.baton.server;

import dev.baton.server.Client.Response;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.function.Function;
import java.util.stream.Stream;

/// The table of what people and programs send by mistake or in malice, and what they are told.
final class BadInputs {
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
                        BadSchedules.everything(),
                        BadRunnerInputs.everything(),
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
                get("a letter that does not exist", 404, "NOT_FOUND", "/v1/dead-letters/job_999"),
                get("a letter that is none", 400, "INVALID_REQUEST", "/v1/dead-letters/banana"),
                get("a page after nothing", 400, "INVALID_REQUEST", "/v1/dead-letters?after=x"),
                get(
                        "a wait without end",
                        400,
                        "INVALID_REQUEST",
                        "/v1/jobs/job_1/result?wait_seconds=301"),
                get("the result of nothing", 404, "NOT_FOUND", "/v1/jobs/job_999/result"),
                post("letters of no kind", 400, "INVALID_FIELD", "/v1/dead-letters/requeue", "{}"),
                post(
                        "letters of two kinds",
                        400,
                        "INVALID_FIELD",
                        "/v1/dead-letters/discard",
                        "{\"jobs\":[\"job_1\"],\"filter\":{}}"),
                post(
                        "a filter with a word that is none",
                        400,
                        "INVALID_FIELD",
                        "/v1/dead-letters/discard",
                        "{\"filter\":{\"que\":\"mail\"}}"),
                post(
                        "a filter that is no object",
                        400,
                        "INVALID_FIELD",
                        "/v1/dead-letters/requeue",
                        "{\"filter\":7}"),
                post(
                        "results of something else than jobs",
                        400,
                        "INVALID_FIELD",
                        "/v1/results",
                        "{\"jobs\":[7]}"),
                post(
                        "results of a run",
                        400,
                        "INVALID_REQUEST",
                        "/v1/results",
                        "{\"jobs\":[\"run_1\"]}"),
                post(
                        "results of more than may be asked for",
                        400,
                        "INVALID_FIELD",
                        "/v1/results",
                        "{\"jobs\":[" + "\"job_1\",".repeat(1_000) + "\"job_1\"]}"),
                post(
                        "a number of results that is none",
                        400,
                        "INVALID_FIELD",
                        "/v1/results",
                        "{\"jobs\":[],\"at_least\":1.5}"),
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

    private static Bad submit(String what, int status, String code, String body) {
        return new Bad(what, status, code, p -> p.user().post("/v1/runs", body));
    }

    private static Bad post(String what, int status, String code, String path, String body) {
        return new Bad(what, status, code, p -> p.user().post(path, body));
    }

    private static Bad get(String what, int status, String code, String path) {
        return new Bad(what, status, code, p -> p.user().get(path));
    }
}
