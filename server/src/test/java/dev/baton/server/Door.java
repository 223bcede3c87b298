package dev.baton.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.server.http.Access;
import dev.baton.workspace.Tree;
import dev.baton.workspace.TreeCodec;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/// A route, with a request that would do something if it were let in. The table of all of them is what the routes of a
/// server are compared with.
record Door(Access access, String method, String template, String type, String body) {
    private static final String JSON = "application/json";
    private static final String PACK = "application/vnd.baton.pack";
    private static final String BYTES = "application/octet-stream";
    private static final String FOR_LEASE = "\"lease_id\":\"{lease}\",\"runner_id\":\"r1\"";

    /// The content that the table sends, asks for and saves as a cache: a tree without files.
    static final String CONTENT = new String(TreeCodec.write(new Tree(List.of())), UTF_8);

    private static final String DIGEST = ContentsTest.digest(CONTENT);
    private static final String DIGESTS = "{\"digests\":[\"%s\"]}".formatted(DIGEST);
    private static final String PACKED = new String(ContentsTest.pack(CONTENT), ISO_8859_1);

    static final List<Door> ALL =
            List.of(
                    get(Access.OPEN, "/healthz"),
                    get(Access.OPEN, "/readyz"),
                    get(Access.OPEN, "/metrics"),
                    get(Access.OPEN, "/openapi.json"),
                    user("POST", "/v1/runs", "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}"),
                    get(Access.USER, "/v1/runs"),
                    get(Access.USER, "/v1/runs/{run}"),
                    get(Access.USER, "/v1/runs/{run}/submission"),
                    get(Access.USER, "/v1/runs/{run}/events"),
                    user("POST", "/v1/runs/{run}/cancel", "{\"reason\":\"no\"}"),
                    user("POST", "/v1/runs/{run}/rerun", "{}"),
                    get(Access.USER, "/v1/jobs"),
                    get(Access.USER, "/v1/jobs/{job}"),
                    get(Access.USER, "/v1/jobs/{job}/audit"),
                    get(Access.USER, "/v1/jobs/{job}/events"),
                    get(Access.USER, "/v1/jobs/{job}/log"),
                    get(Access.USER, "/v1/jobs/{job}/artifacts"),
                    get(Access.USER, "/v1/jobs/{job}/artifacts/{name...}"),
                    user("POST", "/v1/jobs/{job}/cancel", "{\"reason\":\"no\"}"),
                    user("POST", "/v1/jobs/{job}/retry", "{}"),
                    get(Access.USER, "/v1/jobs/{job}/result"),
                    user("POST", "/v1/results", "{\"jobs\":[\"{job}\"]}"),
                    get(Access.USER, "/v1/dead-letters"),
                    get(Access.USER, "/v1/dead-letters/{job}"),
                    user("POST", "/v1/dead-letters/requeue", "{\"jobs\":[\"{job}\"]}"),
                    user("POST", "/v1/dead-letters/discard", "{\"jobs\":[\"{job}\"]}"),
                    user("POST", "/v1/dead-letters/{job}/requeue", "{}"),
                    user("POST", "/v1/dead-letters/{job}/discard", "{}"),
                    user("POST", "/v1/contents/missing", DIGESTS),
                    user("POST", "/v1/contents/fetch", DIGESTS),
                    new Door(Access.USER, "POST", "/v1/contents", PACK, PACKED),
                    get(Access.USER, "/v1/runners"),
                    user("POST", "/v1/runners/{runner}/termination", "{\"reason\":\"no\"}"),
                    user(
                            "PUT",
                            "/v1/schedules/{schedule}",
                            "{\"cron\":\"@daily\",\"run\":{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}}"),
                    get(Access.USER, "/v1/schedules"),
                    get(Access.USER, "/v1/schedules/{schedule}"),
                    user("POST", "/v1/schedules/{schedule}/pause", "{\"reason\":\"no\"}"),
                    user("POST", "/v1/schedules/{schedule}/resume", "{}"),
                    user("POST", "/v1/schedules/{schedule}/fire", "{}"),
                    user("DELETE", "/v1/schedules/{schedule}", ""),
                    admin("POST", "/v1/tokens", "{\"kind\":\"admin\",\"name\":\"intruder\"}"),
                    get(Access.ADMIN, "/v1/tokens"),
                    admin("DELETE", "/v1/tokens/{token}", ""),
                    runner("POST", "/v1/runner/lease", "{\"runner_id\":\"r1\",\"max_jobs\":1}"),
                    runner(
                            "POST",
                            "/v1/runner/ack",
                            "{%s,\"job_id\":\"{job}\"}".formatted(FOR_LEASE)),
                    runner("POST", "/v1/runner/heartbeat", "{%s}".formatted(FOR_LEASE)),
                    runner("GET", "/v1/runner/spec", ""),
                    new Door(Access.RUNNER, "PATCH", "/v1/runner/log", BYTES, "hello"),
                    new Door(Access.RUNNER, "PUT", "/v1/runner/artifacts/{name...}", BYTES, "new"),
                    runner("POST", "/v1/runner/contents/missing", DIGESTS),
                    runner("POST", "/v1/runner/contents/fetch", DIGESTS),
                    new Door(Access.RUNNER, "POST", "/v1/runner/contents", PACK, PACKED),
                    runner(
                            "PUT",
                            "/v1/runner/caches",
                            "{\"tree\":\"%s\",\"size\":0}".formatted(DIGEST)),
                    runner("GET", "/v1/runner/caches", ""),
                    runner("GET", "/v1/runner/stream", ""),
                    runner("GET", "/v1/runner/termination", ""),
                    runner("POST", "/v1/runner/remove", ""),
                    runner(
                            "POST",
                            "/v1/runner/cancel-ack",
                            "{%s,\"final_status\":\"CANCELED\"}".formatted(FOR_LEASE)),
                    runner(
                            "POST",
                            "/v1/runner/release",
                            "{%s,\"reason\":\"no\"}".formatted(FOR_LEASE)),
                    runner(
                            "POST",
                            "/v1/runner/complete",
                            "{%s,\"status\":\"SUCCEEDED\"}".formatted(FOR_LEASE)));

    /// What stands in the places of a template.
    record Names(String job, String run, String token, String artifact, String lease) {
        String fill(String text) {
            return text.replace("{job}", job)
                    .replace("{runner}", "r1")
                    .replace("{run}", run)
                    .replace("{schedule}", "nightly")
                    .replace("{token}", token)
                    .replace("{name...}", artifact)
                    .replace("{lease}", lease);
        }

        /// The same places, with names that stand for nothing.
        static Names ofNothing() {
            return new Names(
                    "job_999999", "run_999999", "tok_0000000000000000", "nothing", "lease");
        }
    }

    String route() {
        return method + " " + template;
    }

    HttpRequest.Builder request(Client client, Names names) {
        String query = template.endsWith("/caches") ? "?key=k" : "?runner_id=r1";
        var request =
                client.request(names.fill(template) + query)
                        .method(
                                method,
                                BodyPublishers.ofByteArray(names.fill(body).getBytes(ISO_8859_1)))
                        .header("Content-Type", type);
        if (access == Access.RUNNER) {
            request.header("Content-Range", "bytes 0-4/*");
            if (!names.lease().isEmpty()) {
                request.header("Baton-Lease", names.lease());
            }
        }
        return request;
    }

    @Override
    public String toString() {
        return route();
    }

    private static Door get(Access access, String template) {
        return new Door(access, "GET", template, JSON, "");
    }

    private static Door user(String method, String template, String body) {
        return new Door(Access.USER, method, template, JSON, body);
    }

    private static Door admin(String method, String template, String body) {
        return new Door(Access.ADMIN, method, template, JSON, body);
    }

    private static Door runner(String method, String template, String body) {
        return new Door(Access.RUNNER, method, template, JSON, body);
    }
}
