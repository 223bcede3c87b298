package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/// Ownership is the lease and the process that it was granted to, not the name of the runner.
class InstancesTest {
    @TempDir Path data;

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
    void a_second_process_of_a_runner_that_lives_is_refused_and_takes_nothing_from_the_first()
            throws Exception {
        try (var first = StreamRunner.attached(runner, "r1", "process-1")) {
            var second = StreamRunner.attaching(runner, "r1", "process-2");
            var refused = second.hear("Refused");
            assertThat(refused.get("code").stringValue()).isEqualTo("RUNNER_CONNECTED");
            assertThat(refused.get("detail").stringValue())
                    .contains("another process with the runner id 'r1'", "--id");
            assertThat(second.closedWith()).isEqualTo(1008);

            String lease = granted(first, "build");
            first.say(heartbeat(lease));
            first.hear("HeartbeatAck");
        }
    }

    @Test
    void a_process_that_does_not_say_which_one_it_is_takes_nothing_from_one_that_lives()
            throws Exception {
        try (var first = StreamRunner.attached(runner, "r1", "process-1");
                var second = new StreamRunner(runner)) {
            String lease = granted(first, "build");

            second.say("{\"type\":\"Attach\",\"runner_id\":\"r1\",\"leases\":[]}");
            second.hear("Attached");
            second.say(heartbeat("lease_of_nobody"));
            second.hear("StaleLease");

            first.say(heartbeat(lease));
            first.hear("HeartbeatAck");
        }
    }

    @Test
    void a_name_that_comes_back_waits_for_the_ttl_like_anyone() throws Exception {
        var before = StreamRunner.attached(runner, "r1", "process-1");
        String lease = granted(before, "build");
        before.say(ack(lease));
        before.hear("LeaseAcked");
        before.vanish();
        await().until(() -> server.anyone().metric("baton_streams") == 0);

        try (var after = StreamRunner.attached(runner, "r1", "process-2")) {
            after.say(heartbeat("lease_of_nobody"));
            after.hear("StaleLease");
            assertThat(user.status(job)).isEqualTo("RUNNING");

            after.want("r1", 1);
            server.advance(Duration.ofSeconds(121));
            assertThat(after.hear("LeaseGranted").get("epoch").intValue()).isEqualTo(2);
        }
    }

    @Test
    void a_process_that_shows_a_live_lease_is_let_in_beside_another() throws Exception {
        var before = StreamRunner.attached(runner, "r1", "process-1");
        String lease = granted(before, "build");
        before.say(ack(lease));
        before.hear("LeaseAcked");
        before.vanish();
        await().until(() -> server.anyone().metric("baton_streams") == 0);

        try (var second = StreamRunner.attached(runner, "r1", "process-2");
                var back = StreamRunner.attached(runner, "r1", "process-1", lease)) {
            back.say(heartbeat(lease));
            back.hear("HeartbeatAck");
            second.say(heartbeat("lease_of_nobody"));
            second.hear("StaleLease");
            assertThat(user.status(job)).isEqualTo("RUNNING");
        }
    }

    @Test
    void a_second_process_that_polls_is_told_so_too() throws Exception {
        try (var first = StreamRunner.attached(runner, "r1", "process-1")) {
            var refused = poll("process-2");

            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().get("code").stringValue()).isEqualTo("RUNNER_CONNECTED");
            assertThat(poll("process-1").status()).isEqualTo(200);
            first.say(heartbeat("lease_of_nobody"));
            first.hear("StaleLease");
        }
        await().until(() -> poll("process-2").status() == 200);
    }

    @Test
    void the_same_name_under_another_token_is_another_runner() throws Exception {
        try (var first = StreamRunner.attached(runner, "r1", "process-1");
                var other =
                        StreamRunner.attached(
                                server.with("runner", "another"), "r1", "process-2")) {
            first.say(heartbeat("lease_of_nobody"));
            first.hear("StaleLease");
            other.say(heartbeat("lease_of_nobody"));
            other.hear("StaleLease");
        }
    }

    private String job = "";

    private String granted(StreamRunner stream, String name) throws InterruptedException {
        stream.want("r1", 1);
        job = user.submitJob(name);
        return stream.hear("LeaseGranted").get("lease_id").stringValue();
    }

    private String ack(String lease) {
        return "{\"type\":\"AckLease\",\"runner_id\":\"r1\",\"lease_id\":\"%s\",\"job_id\":\"%s\"}"
                .formatted(lease, job);
    }

    private static String heartbeat(String lease) {
        return "{\"type\":\"Heartbeat\",\"runner_id\":\"r1\",\"lease_id\":\"%s\"}".formatted(lease);
    }

    private Client.Response poll(String instance) {
        return runner.post(
                "/v1/runner/lease",
                "{\"runner_id\":\"r1\",\"instance\":\"%s\",\"max_jobs\":1}".formatted(instance));
    }
}
