package dev.baton.cli.client;

import static dev.baton.cli.client.ScriptedServer.answer;
import static dev.baton.cli.client.ScriptedServer.broken;
import static dev.baton.cli.client.ScriptedServer.status;
import static dev.baton.cli.client.ScriptedServer.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

@Timeout(30)
class FollowingTest {
    private final StringBuilder log = new StringBuilder();
    private final List<String> told = new ArrayList<>();

    @Test
    void a_log_goes_on_at_its_next_byte_when_the_connection_breaks() throws Exception {
        try (var server =
                new ScriptedServer(
                        broken("one ", "two "),
                        status(503),
                        broken(),
                        stream("three"),
                        answer(""))) {
            var follow = follow(server.remote());
            follow.leaseEndedAfter("three");
            follow.follow().follow();
            assertThat(log).hasToString("one two three");
            assertThat(server.requests())
                    .containsExactly(
                            "GET /v1/jobs/job_1/log?epoch=2&offset=0&follow=true HTTP/1.1",
                            "GET /v1/jobs/job_1/log?epoch=2&offset=8&follow=true HTTP/1.1",
                            "GET /v1/jobs/job_1/log?epoch=2&offset=8&follow=true HTTP/1.1",
                            "GET /v1/jobs/job_1/log?epoch=2&offset=8&follow=true HTTP/1.1",
                            "GET /v1/jobs/job_1/log?epoch=2&offset=13 HTTP/1.1");
        }
    }

    @Test
    void an_answer_that_ends_while_the_lease_lives_is_not_the_end_of_the_log() throws Exception {
        try (var server = new ScriptedServer(stream("a"), stream("b"), answer("c"))) {
            var follow = follow(server.remote());
            follow.leaseEndedAfter("b");
            follow.follow().follow();
            assertThat(log).hasToString("abc");
        }
    }

    @Test
    void a_log_that_may_not_be_read_is_an_error_at_once() throws Exception {
        try (var server = new ScriptedServer(status(404))) {
            var failure =
                    catchThrowableOfType(
                            ClientException.class, () -> follow(server.remote()).follow().follow());
            assertThat(failure.status()).isEqualTo(404);
        }
    }

    @Test
    void a_sink_that_fails_ends_it_and_is_not_taken_for_a_lost_connection() throws Exception {
        try (var server = new ScriptedServer(stream("a"))) {
            var follow =
                    new LogFollow(
                            server.remote(),
                            "job_1",
                            1,
                            (_, _) -> {
                                throw new IOException("Broken pipe");
                            });
            assertThatThrownBy(follow::follow)
                    .isNotInstanceOf(ClientException.class)
                    .hasMessage("Broken pipe");
        }
    }

    @Test
    void events_are_told_once_though_a_resumed_stream_repeats_them() throws Exception {
        try (var server =
                new ScriptedServer(
                        broken(event(100, 1, "SUBMITTED"), event(200, 2, "GRANTED")),
                        stream(
                                event(100, 1, "SUBMITTED"),
                                event(200, 2, "GRANTED"),
                                ": still here\n\n"),
                        stream(event(200, 2, "GRANTED"), event(300, 3, "FINISHED")))) {
            events(server.remote()).follow();
            assertThat(told)
                    .containsExactly(
                            "1 SUBMITTED",
                            "2 GRANTED",
                            "lost",
                            "restored",
                            "lost",
                            "restored",
                            "3 FINISHED");
            assertThat(server.requests())
                    .containsExactly(
                            "GET /v1/runs/run_1/events HTTP/1.1 Last-Event-ID: 0",
                            "GET /v1/runs/run_1/events HTTP/1.1 Last-Event-ID: 200",
                            "GET /v1/runs/run_1/events HTTP/1.1 Last-Event-ID: 200");
        }
    }

    @Test
    void a_server_that_refuses_is_not_asked_again() throws Exception {
        try (var server = new ScriptedServer(status(401))) {
            var failure =
                    catchThrowableOfType(
                            ClientException.class, () -> events(server.remote()).follow());
            assertThat(failure.status()).isEqualTo(401);
            assertThat(failure).hasMessageContaining("does not know this token");
        }
    }

    @Test
    void nobody_at_an_address_is_said_so() {
        var remote = new Remote(URI.create("http://127.0.0.1:1"), "t");
        var failure = catchThrowableOfType(ClientException.class, () -> remote.get("/"));
        assertThat(failure.kind()).isEqualTo(ClientException.Kind.UNREACHABLE);
        assertThat(failure).hasMessage("no orchestrator answers at http://127.0.0.1:1");
    }

    @Test
    void an_answer_that_is_no_json_is_no_answer() throws Exception {
        try (var server = new ScriptedServer(answer("<html>"))) {
            assertThat(server.remote().get("/").isMissingNode()).isTrue();
        }
    }

    private static String event(long id, int seq, String kind) {
        return "id: %d\nevent: %s\ndata: {\"job_id\":\"job_1\",\"seq\":%d,\"kind\":\"%s\"}\n\n"
                .formatted(id, kind, seq, kind);
    }

    private RunEvents events(Remote remote) {
        return new RunEvents(
                remote,
                "run_1",
                List.of("job_1"),
                new RunEvents.Listener() {
                    @Override
                    public void happened(JobEvent event) {
                        told.add(event.seq() + " " + event.kind());
                    }

                    @Override
                    public void connectionLost(String why) {
                        told.add("lost");
                    }

                    @Override
                    public void connectionRestored() {
                        told.add("restored");
                    }
                });
    }

    private Followed follow(Remote remote) {
        return new Followed(remote);
    }

    /// A log whose lease ends when a certain text has come.
    private final class Followed {
        private final LogFollow follow;
        private String last = "";

        Followed(Remote remote) {
            follow = new LogFollow(remote, "job_1", 2, this::accept);
        }

        void leaseEndedAfter(String text) {
            last = text;
        }

        LogFollow follow() {
            return follow;
        }

        private void accept(byte[] buffer, int length) {
            String text = new String(buffer, 0, length, java.nio.charset.StandardCharsets.UTF_8);
            log.append(text);
            if (!last.isEmpty() && log.toString().endsWith(last)) {
                follow.leaseEnded();
            }
        }
    }
}
