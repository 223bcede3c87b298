package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

class LeaseStreamTest {
    @TempDir private Path data;
    private TestServer server;
    private Client user;
    private Client runner;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
        runner = server.runner();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_job_is_pushed_to_a_runner_that_wants_one() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.want("r1", 1);
            String job = user.submitJob("build");
            var granted = stream.hear("LeaseGranted");
            assertThat(granted.get("job_id").stringValue()).isEqualTo(job);

            String lease = granted.get("lease_id").stringValue();
            stream.say(
                    "[%s,%s,%s]"
                            .formatted(
                                    message("AckLease", lease, ",\"job_id\":\"%s\"".formatted(job)),
                                    message("Heartbeat", lease, ""),
                                    message("Complete", lease, ",\"status\":\"SUCCEEDED\"")));
            stream.hear("LeaseAcked");
            stream.hear("HeartbeatAck");
            assertThat(stream.hear("CompleteAck").get("final_status").stringValue())
                    .isEqualTo("SUCCEEDED");
            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void many_jobs_travel_in_few_frames() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            for (int i = 0; i < 20; i++) {
                user.submitJob("job-" + i);
            }
            stream.want("r1", 20);
            var leases = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                leases.add(stream.hear("LeaseGranted").get("lease_id").stringValue());
            }
            stream.say(
                    leases.stream()
                            .map(id -> message("Complete", id, ",\"status\":\"SUCCEEDED\""))
                            .collect(Collectors.joining(",", "[", "]")));
            for (int i = 0; i < 20; i++) {
                stream.hear("CompleteAck");
            }
            assertThat(user.get("/v1/jobs?status=SUCCEEDED").json().get("jobs")).hasSize(20);
        }
    }

    @Test
    void each_request_adds_to_the_jobs_that_are_wanted() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            String request = "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":1}";
            stream.say("[%s,%s]".formatted(request, request));
            stream.want("r1", 1);
            for (int i = 0; i < 4; i++) {
                user.submitJob("job-" + i);
            }
            for (int i = 0; i < 3; i++) {
                stream.hear("LeaseGranted");
            }
            assertThat(user.get("/v1/jobs?status=QUEUED").json().get("jobs")).hasSize(1);
        }
    }

    @Test
    void a_request_for_one_kind_of_jobs_is_counted_by_itself() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.say(
                    "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":1,\"only\":\"executor=python\"}");
            stream.want("r1", 1);
            String plain = user.submitJob("first");
            user.submitJob("second");
            user.post(
                    "/v1/runs",
                    """
                    {"jobs":[{"name":"call","function":{"name":"python#add"},\
                    "requirement":{"tags":["executor=python"]}}]}""");

            var heard = List.of(stream.hear("LeaseGranted"), stream.hear("LeaseGranted"));

            assertThat(heard)
                    .extracting(lease -> lease.path("only").stringValue(""))
                    .containsExactlyInAnyOrder("", "executor=python");
            assertThat(heard).allSatisfy(lease -> assertThat(lease.has("enqueued_at")).isTrue());
            assertThat(user.status(plain)).isEqualTo("LEASED");
            assertThat(user.get("/v1/jobs?status=QUEUED").json().get("jobs")).hasSize(1);
        }
    }

    @Test
    void a_stream_takes_requests_for_a_hundred_kinds_of_jobs_and_no_more() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            for (int i = 0; i <= 100; i++) {
                stream.say(
                        "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":1,\"only\":\"kind=%d\"}"
                                .formatted(i));
            }
            assertThat(stream.hear("Refused").get("code").stringValue())
                    .isEqualTo("TOO_MANY_DEMANDS");
        }
    }

    @Test
    void nothing_is_granted_after_it_was_withdrawn_and_the_other_kinds_stay() throws Exception {
        String call =
                """
                {"jobs":[{"name":"call","function":{"name":"python#add"},\
                "requirement":{"tags":["executor=python"]}}]}""";
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.say(
                    "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":5,\"only\":\"executor=python\"}");
            stream.want("r1", 1);
            user.post("/v1/runs", call);
            stream.hear("LeaseGranted");

            stream.say("{\"type\":\"Withdraw\",\"runner_id\":\"r1\",\"only\":\"executor=python\"}");

            assertThat(stream.hear("Withdrawn").get("only").stringValue())
                    .isEqualTo("executor=python");
            user.post("/v1/runs", call);
            user.submitJob("plain");
            assertThat(stream.hear("LeaseGranted").has("only")).isFalse();
            assertThat(user.get("/v1/jobs?status=QUEUED").json().get("jobs")).hasSize(1);
            stream.say(
                    "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":1,\"only\":\"executor=python\"}");
            stream.hear("LeaseGranted");
        }
    }

    @Test
    void what_is_asked_for_and_withdrawn_in_one_frame_is_not_granted() throws Exception {
        user.submitJob("build");
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.say(
                    """
                    [{"type":"LeaseRequest","runner_id":"r1","max_jobs":1},\
                    {"type":"Withdraw","runner_id":"r1"}]""");

            stream.hear("Withdrawn");
            stream.say("{\"type\":\"Withdraw\",\"runner_id\":\"r1\"}");
            stream.hear("Withdrawn");
            assertThat(user.get("/v1/jobs?status=QUEUED").json().get("jobs")).hasSize(1);
        }
    }

    @Test
    void a_lease_that_is_acknowledged_with_the_request_runs_at_once() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.say(
                    "{\"type\":\"LeaseRequest\",\"runner_id\":\"r1\",\"max_jobs\":1,\"ack_on_grant\":true}");
            String job = user.submitJob("build");

            var granted = stream.hear("LeaseGranted");

            assertThat(granted.get("acknowledged").booleanValue()).isTrue();
            assertThat(user.status(job)).isEqualTo("RUNNING");
            assertThat(server.anyone().get("/metrics").text())
                    .contains("baton_queue_wait_seconds_count 1");
        }
    }

    @Test
    void a_cancel_is_pushed_at_once() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.want("r1", 1);
            String job = user.submitJob("build");
            String lease = stream.hear("LeaseGranted").get("lease_id").stringValue();
            user.post("/v1/jobs/%s/cancel".formatted(job), "{\"reason\":\"superseded\"}");
            var cancel = stream.hear("CancelRequested");
            assertThat(cancel.get("lease_id").stringValue()).isEqualTo(lease);
            assertThat(cancel.get("reason").stringValue()).isEqualTo("superseded");
            assertThat(cancel.get("deadline_seconds").intValue()).isEqualTo(30);

            stream.say(message("CancelAck", lease, ",\"final_status\":\"CANCELED\""));
            stream.hear("CancelConfirmed");
            assertThat(user.status(job)).isEqualTo("CANCELED");
        }
    }

    @Test
    void a_runner_that_reconnects_keeps_what_it_names_and_loses_the_rest() throws Exception {
        var before = StreamRunner.attached(runner, "r1", "process-1");
        before.want("r1", 2);
        user.submitJob("kept");
        user.submitJob("lost");
        var kept = before.hear("LeaseGranted");
        var lost = before.hear("LeaseGranted");
        before.vanish();

        try (var after = new StreamRunner(runner)) {
            after.say(
                    "{\"type\":\"Attach\",\"runner_id\":\"r1\",\"instance\":\"process-1\",\"leases\":[%s,\"lease_from_elsewhere\"]}"
                            .formatted(kept.get("lease_id")));
            after.hear("Attached");
            assertThat(after.hear("StaleLease").get("reason").stringValue())
                    .isEqualTo("UNKNOWN_LEASE");
            // It is not acknowledged: no more is promised than the ack timeout.
            assertThat(after.hear("HeartbeatAck").get("new_lease_ttl_seconds").intValue())
                    .isEqualTo(30);
            after.say(
                    "[%s,%s]"
                            .formatted(
                                    message("Heartbeat", kept.get("lease_id").stringValue(), ""),
                                    message("Heartbeat", lost.get("lease_id").stringValue(), "")));
            after.hear("HeartbeatAck");
            assertThat(after.hear("StaleLease").get("reason").stringValue())
                    .isEqualTo("LEASE_REVOKED");
        }
    }

    /// An Attach may be old: its runner may have given up, and work elsewhere.
    @Test
    void an_attach_alone_takes_nothing_back() throws Exception {
        var before = StreamRunner.attached(runner, "r1", "process-1");
        before.want("r1", 1);
        user.submitJob("held");
        var held = before.hear("LeaseGranted").get("lease_id").stringValue();
        before.vanish();

        try (var after = new StreamRunner(runner)) {
            after.say(
                    "{\"type\":\"Attach\",\"runner_id\":\"r1\",\"instance\":\"process-1\",\"leases\":[]}");
            after.hear("Attached");
            assertThat(beatOverHttp(held)).isEqualTo(200);

            after.say(message("Heartbeat", held, ""));
            after.hear("StaleLease");
            assertThat(beatOverHttp(held)).isEqualTo(409);
        }
    }

    private int beatOverHttp(String lease) {
        return runner.post("/v1/runner/heartbeat", message("Heartbeat", lease, "")).status();
    }

    @Test
    void a_cancel_that_came_while_the_runner_was_away_is_told_when_it_is_back() throws Exception {
        var before = StreamRunner.attached(runner, "r1");
        before.want("r1", 1);
        String job = user.submitJob("build");
        var lease = before.hear("LeaseGranted").get("lease_id");
        before.vanish();
        user.post("/v1/jobs/%s/cancel".formatted(job), "{}");

        try (var after = new StreamRunner(runner)) {
            after.say(
                    "{\"type\":\"Attach\",\"runner_id\":\"r1\",\"leases\":[%s]}".formatted(lease));
            after.hear("Attached");
            assertThat(after.hear("CancelRequested").get("job_id").stringValue()).isEqualTo(job);
        }
    }

    @Test
    void a_stream_that_is_gone_is_given_no_work() throws Exception {
        var gone = StreamRunner.attached(runner, "r1");
        gone.want("r1", 5);
        await().until(() -> server.anyone().metric("baton_streams") == 1);
        gone.vanish();
        await().until(() -> server.anyone().metric("baton_streams") == 0);
        String job = user.submitJob("build");
        assertThat(user.status(job)).isEqualTo("QUEUED");
    }

    @Test
    void a_runner_that_attaches_again_replaces_its_stream() throws Exception {
        var before = StreamRunner.attached(runner, "r1");
        try (var after = StreamRunner.attached(runner, "r1")) {
            assertThat(before.closedWith()).isEqualTo(1008);
            after.want("r1", 1);
            user.submitJob("build");
            after.hear("LeaseGranted");
        }
    }

    @Test
    void a_message_that_cannot_be_read_disturbs_no_other() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            stream.want("r1", 1);
            user.submitJob("build");
            String lease = stream.hear("LeaseGranted").get("lease_id").stringValue();
            stream.say("[{\"type\":\"Nonsense\"},%s,7]".formatted(message("Heartbeat", lease, "")));
            assertThat(stream.hear("Refused").get("code").stringValue()).isEqualTo("UNKNOWN_TYPE");
            stream.hear("HeartbeatAck");
            assertThat(stream.hear("Refused").get("code").stringValue()).isEqualTo("NOT_A_MESSAGE");
        }
    }

    @Test
    void a_frame_that_is_not_json_ends_the_stream() throws Exception {
        var stream = StreamRunner.attached(runner, "r1");
        stream.say("{nonsense");
        assertThat(stream.hear("Refused").get("code").stringValue()).isEqualTo("MALFORMED_JSON");
        assertThat(stream.closedWith()).isEqualTo(1007);
    }

    @Test
    void the_first_message_has_to_say_who_is_there() throws Exception {
        var stream = new StreamRunner(runner);
        stream.want("r1", 1);
        assertThat(stream.hear("Refused").get("code").stringValue()).isEqualTo("NOT_ATTACHED");
        assertThat(stream.closedWith()).isEqualTo(1008);
    }

    @Test
    void a_stream_needs_the_token_of_a_runner() {
        assertThatThrownBy(() -> new StreamRunner(user)).hasStackTraceContaining("403");
        assertThat(runner.get("/v1/runner/stream").status()).isEqualTo(426);
    }

    @Test
    void a_revoked_token_ends_its_streams_at_the_next_frame() throws Exception {
        var stream = StreamRunner.attached(runner, "r1");
        for (var token : server.admin().get("/v1/tokens").json().get("tokens")) {
            if (token.get("kind").stringValue().equals("runner")) {
                server.admin().delete("/v1/tokens/" + token.get("id").stringValue());
            }
        }
        stream.want("r1", 1);
        assertThat(stream.closedWith()).isEqualTo(1008);
    }

    private static String message(String type, String lease, String more) {
        return "{\"type\":\"%s\",\"lease_id\":\"%s\",\"runner_id\":\"r1\"%s}"
                .formatted(type, lease, more);
    }
}
