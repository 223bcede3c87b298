package dev.baton.server;

import dev.baton.server.BadInputs.Bad;
import dev.baton.workspace.PackWriter;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Stream;

/// The part of the table that is about contents, caches and what jobs may ask for.
final class BadContents {
    private static final String DIGEST = "sha256:" + "0".repeat(64);

    private BadContents() {}

    static Stream<Bad> everything() {
        return Stream.of(
                asked("digests that are not there", 400, "MISSING_FIELD", "{}"),
                asked("digests that are no list", 400, "INVALID_FIELD", "{\"digests\":5}"),
                asked("a digest that is none", 400, "INVALID_FIELD", "{\"digests\":[\"abc\"]}"),
                asked(
                        "a digest of another kind",
                        400,
                        "INVALID_FIELD",
                        "{\"digests\":[\"md5:%s\"]}".formatted("0".repeat(64))),
                asked("a digest that is no text", 400, "INVALID_FIELD", "{\"digests\":[1]}"),
                asked("digests that are not JSON", 400, "MALFORMED_JSON", "{\"digests\":["),
                asked(
                        "more digests than may be asked for",
                        400,
                        "INVALID_FIELD",
                        "{\"digests\":[%s]}"
                                .formatted("\"%s\",".formatted(DIGEST).repeat(20_000) + "1")),
                asked("a body of 3 MB", 413, "TOO_LARGE", " ".repeat(3 << 20)),
                new Bad(
                        "a content that is not there",
                        404,
                        "NOT_FOUND",
                        p ->
                                p.user()
                                        .post(
                                                "/v1/contents/fetch",
                                                "{\"digests\":[\"%s\"]}".formatted(DIGEST))),
                new Bad(
                        "a pack that is not called one",
                        415,
                        "NOT_A_PACK",
                        p -> p.user().post("/v1/contents", "{}")),
                new Bad(
                        "a pack of garbage",
                        413,
                        "TOO_LARGE",
                        p ->
                                p.user()
                                        .send(
                                                p.user()
                                                        .request("/v1/contents")
                                                        .header(
                                                                "Content-Type",
                                                                PackWriter.CONTENT_TYPE)
                                                        .POST(
                                                                BodyPublishers.ofString(
                                                                        "garbage and more")))),
                new Bad(
                        "a runner that takes the way of users",
                        403,
                        "FORBIDDEN",
                        p -> p.runner().post("/v1/contents/missing", "{\"digests\":[]}")),
                new Bad(
                        "a user that takes the way of runners",
                        403,
                        "FORBIDDEN",
                        p -> p.user().post("/v1/runner/contents/missing", "{\"digests\":[]}")),
                new Bad(
                        "a runner that asks for contents without a lease",
                        400,
                        "MISSING_LEASE",
                        p -> p.runner().post("/v1/runner/contents/missing", "{\"digests\":[]}")),
                new Bad(
                        "a cache of a lease of nobody",
                        409,
                        "UNKNOWN_LEASE",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/caches?key=k")
                                                        .header("Baton-Lease", "lease_of_nobody")
                                                        .GET())),
                new Bad(
                        "a cache without a key",
                        400,
                        "INVALID_REQUEST",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/caches")
                                                        .header("Baton-Lease", p.lease().id())
                                                        .GET())),
                new Bad(
                        "a cache that is not there",
                        404,
                        "NOT_FOUND",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/caches?key=none")
                                                        .header("Baton-Lease", p.lease().id())
                                                        .GET())),
                new Bad(
                        "a cache of a tree that is not there",
                        422,
                        "INVALID_TREE",
                        p ->
                                p.runner()
                                        .send(
                                                p.runner()
                                                        .request("/v1/runner/caches?key=k")
                                                        .header("Baton-Lease", p.lease().id())
                                                        .header("Content-Type", "application/json")
                                                        .PUT(
                                                                BodyPublishers.ofString(
                                                                        "{\"tree\":\"%s\"}"
                                                                                .formatted(
                                                                                        DIGEST))))),
                new Bad(
                        "a runner that wants to know the others",
                        403,
                        "FORBIDDEN",
                        p -> p.runner().get("/v1/runners")));
    }

    private static Bad asked(String what, int status, String code, String body) {
        return new Bad(what, status, code, p -> p.user().post("/v1/contents/missing", body));
    }
}
