package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class DeadLettersTest {
    @TempDir private Path data;
    private TestServer server;
    private Client user;
    private Client runner;

    @BeforeEach
    void start() {
        server = TestServer.start(data, Map.of(ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR, "python"));
        user = server.user();
        runner = server.runner();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// A call that a runner could do nothing with.
    private String deadLetter(String handler) {
        String job =
                user.post(
                                "/v1/runs",
                                "{\"jobs\":[{\"name\":\"call\",\"function\":{\"name\":\"%s\",\"queue\":\"mail\"}}]}"
                                        .formatted(handler))
                        .json()
                        .get("jobs")
                        .get(0)
                        .get("id")
                        .stringValue();
        var lease = Held.lease(runner, "r-1", "executor=python");
        lease.ack();
        lease.say(
                "complete",
                "\"status\":\"FAILED\",\"ending\":\"FATAL\",\"error\":{\"type\":\"handler_not_found\",\"message\":\"no %s\"}"
                        .formatted(handler));
        return job;
    }

    private List<String> listed(String query) {
        var jobs = new ArrayList<String>();
        user.get("/v1/dead-letters" + query)
                .json()
                .get("dead_letters")
                .forEach(letter -> jobs.add(letter.get("job_id").stringValue()));
        return jobs;
    }

    @Test
    void a_dead_letter_shows_what_was_called_and_what_each_attempt_said() {
        String job = deadLetter("add");

        var letter = user.get("/v1/dead-letters/" + job).json();

        assertThat(letter.get("queue").stringValue()).isEqualTo("mail");
        assertThat(letter.get("executor").stringValue()).isEqualTo("python");
        assertThat(letter.get("function").stringValue()).isEqualTo("add");
        assertThat(letter.get("error_type").stringValue()).isEqualTo("handler_not_found");
        assertThat(letter.get("error").get("message").stringValue()).isEqualTo("no add");
        assertThat(letter.get("attempts").intValue()).isOne();
        assertThat(letter.get("job").get("id").stringValue()).isEqualTo(job);
        assertThat(letter.get("job").get("attempts").get(0).get("ending").stringValue())
                .isEqualTo("FATAL");
    }

    @Test
    void letters_are_listed_in_pages_and_by_what_they_are() {
        String first = deadLetter("add");
        String second = deadLetter("sub");

        assertThat(listed("")).containsExactly(second, first);
        assertThat(listed("?function=add&queue=mail&executor=python")).containsExactly(first);
        assertThat(listed("?error_type=other")).isEmpty();
        var page = user.get("/v1/dead-letters?limit=1").json();
        assertThat(page.get("next").stringValue()).isEqualTo(second);
        assertThat(listed("?limit=1&after=" + second)).containsExactly(first);
        assertThat(user.get("/v1/dead-letters?after=" + second).json().get("next").isNull())
                .isTrue();
    }

    @Test
    void a_letter_is_requeued_once_however_often_and_by_however_many_it_is_asked_for()
            throws Exception {
        String job = deadLetter("add");
        var other = server.with("user", "another");
        var answers = new ArrayList<Future<Client.Response>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                var client = i % 2 == 0 ? user : other;
                answers.add(
                        threads.submit(
                                () -> client.post("/v1/dead-letters/" + job + "/requeue", "{}")));
            }
        }
        var made = new HashSet<String>();
        for (var answer : answers) {
            assertThat(answer.get().status()).isEqualTo(200);
            made.add(answer.get().json().toString());
        }

        assertThat(made).hasSize(1);
        var again = answers.getFirst().get().json();
        var requeued = user.job(again.get("job_id").stringValue());
        assertThat(requeued.get("retry_of").stringValue()).isEqualTo(job);
        assertThat(requeued.get("attempt").intValue()).isOne();
        assertThat(requeued.get("run_id")).isEqualTo(again.get("run_id"));
        assertThat(requeued.get("requirement").get(0).stringValue()).isEqualTo("executor=python");
        assertThat(listed("")).isEmpty();
        assertThat(user.get("/v1/dead-letters/" + job).json().get("requeued_as"))
                .isEqualTo(again.get("job_id"));
        assertThat(user.post("/v1/dead-letters/" + job + "/discard", "{}").code())
                .isEqualTo("ALREADY_REQUEUED");
    }

    @Test
    void a_requeued_call_that_fails_again_is_another_dead_letter() {
        String job = deadLetter("add");
        String again =
                user.post("/v1/dead-letters/" + job + "/requeue", "{}")
                        .json()
                        .get("job_id")
                        .stringValue();
        var lease = Held.lease(runner, "r-1", "executor=python");
        lease.ack();
        lease.say("complete", "\"status\":\"FAILED\",\"ending\":\"FATAL\"");

        assertThat(listed("?queue=mail")).containsExactly(again);
    }

    @Test
    void a_letter_that_was_discarded_is_listed_no_more_and_cannot_be_requeued() {
        String job = deadLetter("add");

        for (int i = 0; i < 2; i++) {
            var answer = user.post("/v1/dead-letters/" + job + "/discard", "{}");
            assertThat(answer.json().get("discarded").booleanValue()).isTrue();
        }

        assertThat(listed("")).isEmpty();
        var refused = user.post("/v1/dead-letters/" + job + "/requeue", "{}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("ALREADY_DISCARDED");
        assertThat(user.status(job)).isEqualTo("FAILED");
    }

    @Test
    void many_are_requeued_or_discarded_at_once_and_counted() {
        String first = deadLetter("add");
        deadLetter("add");
        deadLetter("sub");

        assertThat(
                        user.post(
                                        "/v1/dead-letters/requeue",
                                        "{\"jobs\":[\"%s\",\"%s\",\"job_999999\"]}"
                                                .formatted(first, first))
                                .json()
                                .get("requeued")
                                .intValue())
                .isOne();
        assertThat(
                        user.post("/v1/dead-letters/discard", "{\"filter\":{\"function\":\"sub\"}}")
                                .json()
                                .get("discarded")
                                .intValue())
                .isOne();
        assertThat(
                        user.post("/v1/dead-letters/requeue", "{\"filter\":{}}")
                                .json()
                                .get("requeued")
                                .intValue())
                .isOne();
        assertThat(listed("")).isEmpty();
    }
}
