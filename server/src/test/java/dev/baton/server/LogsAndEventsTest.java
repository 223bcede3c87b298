package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Sha256;
import dev.baton.server.Client.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

class LogsAndEventsTest {
    @TempDir private Path data;
    private TestServer server;
    private Client user;
    private Client runner;
    private String job;
    private Held lease;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
        runner = server.runner();
        job = user.submitJob("build");
        lease = Held.lease(runner, "r1");
        lease.ack();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_log_grows_at_its_end_and_a_repeat_is_free() {
        assertThat(lease.log("bytes 0-4/*", "hello").header("Upload-Offset")).contains("5");
        assertThat(lease.log("bytes 0-4/*", "hello").header("Upload-Offset")).contains("5");
        assertThat(lease.log("bytes 5-10/*", " world").header("Upload-Offset")).contains("11");
        assertThat(log("")).isEqualTo("hello world");
        assertThat(log("?offset=6")).isEqualTo("world");
    }

    @Test
    void a_wrong_offset_is_told_the_right_one() {
        lease.log("bytes 0-4/*", "hello");
        var wrong = lease.log("bytes 9-13/*", "world");
        assertThat(wrong.status()).isEqualTo(409);
        assertThat(wrong.header("Upload-Offset")).contains("5");
        assertThat(wrong.json().get("upload_offset").intValue()).isEqualTo(5);
    }

    @Test
    void other_bytes_at_the_same_place_are_a_conflict() {
        lease.log("bytes 0-4/*", "hello");
        assertThat(lease.log("bytes 0-4/*", "jello").code()).isEqualTo("LOG_CONFLICT");
    }

    @Test
    void the_end_of_a_log_is_checked_by_its_digest() {
        lease.log("bytes 0-4/*", "hello");
        assertThat(end("bytes 5-10/11", " world", "hello there").code())
                .isEqualTo("DIGEST_MISMATCH");
        assertThat(end("bytes 5-10/11", " world", "hello world").status()).isEqualTo(204);
        assertThat(lease.log("bytes 11-11/*", "!").code()).isEqualTo("LOG_SEALED");
    }

    @Test
    void a_part_of_a_log_can_be_asked_for() {
        lease.log("bytes 0-9/*", "0123456789");
        var part =
                user.send(
                        user.request("/v1/jobs/%s/log".formatted(job))
                                .header("Range", "bytes=2-4")
                                .GET());
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.text()).isEqualTo("234");
        assertThat(part.header("Content-Range")).contains("bytes 2-4/10");
    }

    @Test
    void a_log_is_followed_to_the_end_of_the_job() throws Exception {
        var followed = CompletableFuture.supplyAsync(() -> log("?follow=true"));
        lease.log("bytes 0-4/*", "hello");
        lease.log("bytes 5-10/*", " world");
        lease.complete();
        assertThat(followed.get()).isEqualTo("hello world");
    }

    @Test
    void a_stale_writer_is_refused_and_what_it_left_stays_its_own() {
        lease.log("bytes 0-4/*", "first");
        server.advance(Duration.ofSeconds(121));
        var next = Held.lease(runner, "r2");
        next.ack();
        var late = lease.log("bytes 5-9/*", "never");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.json().get("type").stringValue()).isEqualTo("StaleLease");
        next.log("bytes 0-5/*", "second");
        assertThat(log("")).isEqualTo("second");
        assertThat(log("?epoch=1")).isEqualTo("first");
    }

    @Test
    void an_artifact_is_kept_and_served_as_something_to_save() {
        var put =
                runner.send(
                        runner.request("/v1/runner/artifacts/out/report.html?type=html")
                                .header("Baton-Lease", lease.id())
                                .header("Content-Type", "text/html")
                                .PUT(BodyPublishers.ofString("<script>")));
        assertThat(put.status()).isEqualTo(201);
        var list = user.get("/v1/jobs/%s/artifacts".formatted(job)).json().get("artifacts");
        assertThat(list.get(0).get("name").stringValue()).isEqualTo("out/report.html");
        var got = user.get(put.json().get("uri").stringValue());
        assertThat(got.text()).isEqualTo("<script>");
        assertThat(got.header("Content-Type")).contains("application/octet-stream");
        assertThat(got.header("Content-Disposition").orElseThrow())
                .startsWith("attachment")
                .contains("report.html");
        assertThat(got.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(got.header("Content-Security-Policy").orElseThrow()).contains("sandbox");
    }

    @Test
    void artifacts_that_a_runner_keeps_elsewhere_are_listed_with_those_that_are_kept_here() {
        String uri =
                runner.send(
                                runner.request("/v1/runner/artifacts/a%20b.txt")
                                        .header("Baton-Lease", lease.id())
                                        .PUT(BodyPublishers.ofString("a")))
                        .json()
                        .get("uri")
                        .stringValue();
        lease.say(
                "complete",
                """
                "status":"SUCCEEDED","artifacts":[{"type":"log","uri":"s3://bucket/log.txt"},\
                {"type":"text","uri":"%s"},{"type":"junit","uri":"s3://bucket/t.trx","name":"t"}]"""
                        .formatted(uri));

        var list = user.get("/v1/jobs/%s/artifacts".formatted(job)).json().get("artifacts");

        assertThat(list)
                .extracting(artifact -> artifact.get("uri").stringValue())
                .containsExactly(uri, "s3://bucket/log.txt", "s3://bucket/t.trx");
        assertThat(list.get(0).get("name").stringValue()).isEqualTo("a b.txt");
        assertThat(list.get(1).get("name").isNull()).isTrue();
        assertThat(list.get(2).get("name").isNull()).as("kept elsewhere").isTrue();
        assertThat(list.get(1).get("type").stringValue()).isEqualTo("log");
    }

    @Test
    void a_job_shows_how_far_its_runner_says_that_it_and_its_log_are() {
        lease.say(
                "heartbeat",
                "\"progress\":{\"percent\":100.4,\"message\":\"%s\"},\"log_cursor\":{\"bytes_sent\":7}"
                        .formatted("m".repeat(9_000)));
        var shown = user.job(job);
        assertThat(shown.get("progress").get("percent").intValue()).isEqualTo(100);
        assertThat(shown.get("progress").get("message").stringValue()).hasSize(4_096);
        assertThat(shown.get("progress").has("log_cursor")).isFalse();
        assertThat(shown.get("log_cursor").get("bytes_sent").intValue()).isEqualTo(7);

        lease.say("heartbeat", "\"log_cursor\":{\"bytes_sent\":9},\"progress\":5");
        assertThat(user.job(job).get("progress").isNull()).isTrue();
        assertThat(user.job(job).get("log_cursor").get("bytes_sent").intValue()).isEqualTo(9);
    }

    @Test
    void an_attempt_keeps_the_time_of_its_grant_when_the_job_ends() {
        lease.complete();
        var attempt = user.job(job).get("attempts").get(0);
        assertThat(attempt.get("granted_at").stringValue()).isEqualTo(TestServer.START.toString());
    }

    @Test
    void events_are_followed_to_the_last_one() throws Exception {
        var followed =
                CompletableFuture.supplyAsync(
                        () -> user.get("/v1/jobs/%s/events".formatted(job)).text());
        lease.complete();
        assertThat(followed.get())
                .containsSubsequence(
                        "event: SUBMITTED",
                        "event: GRANTED",
                        "event: ACKNOWLEDGED",
                        "event: FINISHED");
    }

    @Test
    void events_resume_after_the_last_one_seen() {
        lease.complete();
        var rest =
                user.send(
                        user.request("/v1/jobs/%s/events".formatted(job))
                                .header("Last-Event-ID", "3")
                                .GET());
        assertThat(rest.text()).startsWith("id: 4\nevent: FINISHED");
        var none =
                user.send(
                        user.request("/v1/jobs/%s/events".formatted(job))
                                .header("Last-Event-ID", "4")
                                .GET());
        assertThat(none.status()).isEqualTo(204);
    }

    @Test
    void the_events_of_a_run_are_those_of_all_its_jobs() throws Exception {
        String run = lease.granted().get("run_id").stringValue();
        var followed =
                CompletableFuture.supplyAsync(
                        () -> user.get("/v1/runs/%s/events".formatted(run)).text());
        lease.complete();
        assertThat(followed.get()).contains("event: FINISHED", "\"job_id\":\"%s\"".formatted(job));
    }

    private String log(String query) {
        return user.get("/v1/jobs/%s/log%s".formatted(job, query)).text();
    }

    private Response end(String range, String bytes, String whole) {
        byte[] digest = Sha256.digestOf(whole.getBytes(StandardCharsets.UTF_8)).toBytes();
        return runner.send(
                runner.request("/v1/runner/log")
                        .header("Baton-Lease", lease.id())
                        .header("Content-Range", range)
                        .header(
                                "Repr-Digest",
                                "sha-256=:%s:"
                                        .formatted(Base64.getEncoder().encodeToString(digest)))
                        .method("PATCH", BodyPublishers.ofString(bytes)));
    }
}
