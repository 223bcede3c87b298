package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.store.NewRun;
import dev.baton.store.Submitted;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs are submitted by the clock: one for each tick, and what is wanted of those that were missed.
class SchedulesTest {
    private static final String HOURLY = definition("0 * * * *", "last");

    @TempDir private Path data;
    private TestServer server;
    private Client user;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String definition(String cron, String catchUp) {
        return """
        {"cron":"%s","catch_up":"%s","run":{"name":"by the clock","labels":{"team":"ops"},
         "jobs":[{"name":"a","steps":["true"],"secret_env":{"KEY":"s3cr3t-value"}}]}}"""
                .formatted(cron, catchUp);
    }

    private JsonNode put(String name, String definition) {
        var answer = user.put("/v1/schedules/" + name, definition);
        assertThat(answer.status()).as(answer.text()).isIn(200, 201);
        return answer.json();
    }

    private JsonNode schedule(String name) {
        return user.get("/v1/schedules/" + name).json();
    }

    /// The ticks that have a run, oldest first; each as often as it has one.
    private List<String> ticks(String name) {
        var ticks = new ArrayList<String>();
        for (JsonNode run : user.get("/v1/runs?limit=1000").json().get("runs")) {
            if (run.at("/labels/schedule").asString("").equals(name)) {
                ticks.add(run.at("/labels/tick").stringValue());
            }
        }
        return ticks.reversed();
    }

    /// Waits until everything that is due was acted on.
    private void settle(String name, String next) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> schedule(name).path("next_at").asString("").equals(next));
    }

    private void restart() {
        Duration since = Duration.between(TestServer.START, server.clock.instant());
        String token = user.token();
        server.close();
        server = TestServer.start(data);
        server.advance(since);
        user = new Client(server.address(), token);
    }

    @Test
    void a_tick_makes_one_run_that_says_what_made_it() {
        assertThat(put("hourly", HOURLY).get("next_at").stringValue())
                .isEqualTo("2026-01-04T09:00:00Z");
        assertThat(ticks("hourly")).isEmpty();

        server.advance(Duration.ofMinutes(60));
        settle("hourly", "2026-01-04T10:00:00Z");

        assertThat(ticks("hourly")).containsExactly("2026-01-04T09:00:00Z");
        var run = user.get("/v1/runs").json().get("runs").get(0);
        assertThat(run.get("name").stringValue()).isEqualTo("by the clock");
        assertThat(run.get("submitted_by").stringValue()).isEqualTo("schedule:hourly");
        assertThat(run.at("/labels/team").stringValue()).isEqualTo("ops");
        assertThat(schedule("hourly").get("last_run")).isEqualTo(run.get("id"));
        assertThat(schedule("hourly").get("last_tick").stringValue())
                .isEqualTo("2026-01-04T09:00:00Z");
    }

    @Test
    void no_tick_is_run_twice_though_it_is_forgotten_that_it_was() throws SQLException {
        put("hourly", HOURLY);
        server.advance(Duration.ofMinutes(60));
        settle("hourly", "2026-01-04T10:00:00Z");

        // As if the orchestrator had been killed between the two.
        execute(
                "UPDATE schedule SET next_at = next_at - 3600000000, last_tick = NULL, last_run = NULL");
        settle("hourly", "2026-01-04T10:00:00Z");

        assertThat(ticks("hourly")).containsExactly("2026-01-04T09:00:00Z");
        assertThat(counted("REPEATED")).isEqualTo(1);
        assertThat(schedule("hourly").get("last_run").isNull()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # policy | away | runs                                                               | skipped
                    skip     | 210  | ''                                                                 | 3
                    skip     | 181  | 2026-01-04T11:00:00Z                                               | 2
                    last     | 210  | 2026-01-04T11:00:00Z                                               | 2
                    last     | 181  | 2026-01-04T11:00:00Z                                               | 2
                    all      | 210  | 2026-01-04T09:00:00Z 2026-01-04T10:00:00Z 2026-01-04T11:00:00Z | 0
                    """)
    void what_was_missed_while_nobody_was_there_is_caught_up_with_as_wanted(
            String policy, int minutes, String runs, int skipped) {
        put("hourly", definition("0 * * * *", policy));
        restart();
        server.advance(Duration.ofMinutes(minutes));
        settle("hourly", "2026-01-04T12:00:00Z");

        assertThat(ticks("hourly"))
                .containsExactlyElementsOf(
                        runs.isEmpty() ? List.of() : List.of(runs.split(" ", -1)));
        assertThat(counted("SKIPPED")).isEqualTo(skipped);
    }

    @Test
    void all_is_no_more_than_a_hundred() {
        put("often", definition("* * * * *", "all"));
        server.advance(Duration.ofHours(5));
        settle("often", "2026-01-04T13:01:00Z");

        assertThat(ticks("often"))
                .hasSize(100)
                .doesNotHaveDuplicates()
                .contains("2026-01-04T13:00:00Z");
        assertThat(counted("SKIPPED")).isEqualTo(200);
    }

    @Test
    void a_tick_whose_job_is_still_there_by_its_unique_key_makes_no_run() {
        put(
                "hourly",
                """
                {"cron":"0 * * * *","run":{"jobs":[{"name":"a","steps":["true"],"unique_key":"one"}]}}""");
        for (int hour = 9; hour <= 10; hour++) {
            server.advance(Duration.ofMinutes(60));
            settle("hourly", "2026-01-04T%02d:00:00Z".formatted(hour + 1));
        }

        assertThat(ticks("hourly")).containsExactly("2026-01-04T09:00:00Z");
        assertThat(counted("MERGED")).isEqualTo(1);
        assertThat(schedule("hourly").get("last_tick").stringValue())
                .isEqualTo("2026-01-04T09:00:00Z");
    }

    @Test
    void ticks_go_on_after_a_restart_and_none_is_repeated() {
        put("hourly", HOURLY);
        for (int hour = 9; hour <= 12; hour++) {
            server.advance(Duration.ofMinutes(60));
            settle("hourly", "2026-01-04T%02d:00:00Z".formatted(hour + 1));
            restart();
        }

        assertThat(ticks("hourly"))
                .containsExactly(
                        "2026-01-04T09:00:00Z",
                        "2026-01-04T10:00:00Z",
                        "2026-01-04T11:00:00Z",
                        "2026-01-04T12:00:00Z");
    }

    @Test
    void a_paused_schedule_waits_and_what_it_missed_is_not_made_up_for() {
        put("hourly", HOURLY);
        var paused = user.post("/v1/schedules/hourly/pause", "{\"reason\":\"holidays\"}").json();
        assertThat(paused.at("/paused/reason").stringValue()).isEqualTo("holidays");
        assertThat(paused.at("/paused/by").stringValue()).isEqualTo("user:some-user");
        put("other", HOURLY);

        server.advance(Duration.ofHours(3));
        settle("other", "2026-01-04T12:00:00Z");
        assertThat(ticks("hourly")).isEmpty();

        var resumed = user.post("/v1/schedules/hourly/resume", "").json();
        assertThat(resumed.get("next_at").stringValue()).isEqualTo("2026-01-04T12:00:00Z");
        assertThat(resumed.get("paused").isNull()).isTrue();
        server.advance(Duration.ofHours(1));
        settle("hourly", "2026-01-04T13:00:00Z");
        assertThat(ticks("hourly")).containsExactly("2026-01-04T12:00:00Z");
    }

    @Test
    void it_is_fired_by_hand_once_for_each_key() {
        put("hourly", HOURLY);
        user.post("/v1/schedules/hourly/pause", "{}");

        var fired = Stream.generate(() -> user.send(fire("again"))).limit(2).toList();
        var other = user.send(fire("another"));

        assertThat(fired).extracting(Client.Response::status).containsExactly(201, 200);
        assertThat(fired.get(0).json().get("run_id")).isEqualTo(fired.get(1).json().get("run_id"));
        assertThat(other.status()).isEqualTo(201);
        assertThat(ticks("hourly")).hasSize(2).containsOnly(TestServer.START.toString());
    }

    private java.net.http.HttpRequest.Builder fire(String key) {
        return user.request("/v1/schedules/hourly/fire")
                .header("Idempotency-Key", key)
                .POST(java.net.http.HttpRequest.BodyPublishers.noBody());
    }

    @Test
    void a_replaced_schedule_is_what_was_said_last_and_the_same_again_changes_nothing() {
        put("hourly", HOURLY);
        assertThat(user.put("/v1/schedules/hourly", HOURLY).status()).isEqualTo(200);
        var daily = put("hourly", definition("30 9 * * *", "skip"));
        assertThat(daily.get("next_at").stringValue()).isEqualTo("2026-01-04T09:30:00Z");
        assertThat(daily.get("catch_up").stringValue()).isEqualTo("skip");

        server.advance(Duration.ofMinutes(90));
        settle("hourly", "2026-01-05T09:30:00Z");
        assertThat(ticks("hourly")).containsExactly("2026-01-04T09:30:00Z");
    }

    @Test
    void the_next_five_ticks_are_shown_as_the_zone_has_them_and_no_secret_is() {
        put(
                "berlin",
                """
                {"cron":"30 2 * * *","zone":"Europe/Berlin","run":{"jobs":[{"name":"a","steps":["x"],
                 "secret_env":{"KEY":"s3cr3t-value"}}]}}""");
        server.advance(Duration.ofDays(83));
        settle("berlin", "2026-03-29T01:00:00Z");

        var shown = schedule("berlin");
        assertThat(shown.get("next_ticks").valueStream().map(JsonNode::stringValue))
                .containsExactly(
                        "2026-03-29T01:00:00Z",
                        "2026-03-30T00:30:00Z",
                        "2026-03-31T00:30:00Z",
                        "2026-04-01T00:30:00Z",
                        "2026-04-02T00:30:00Z");
        assertThat(shown.at("/run/jobs/0/secret_env/KEY").stringValue()).isEqualTo("***");
        assertThat(shown.toString() + user.get("/v1/schedules").text())
                .doesNotContain("s3cr3t-value");
    }

    @Test
    void a_removed_schedule_makes_no_more_runs_and_keeps_those_it_made() {
        put("hourly", HOURLY);
        put("other", HOURLY);
        server.advance(Duration.ofHours(1));
        settle("hourly", "2026-01-04T10:00:00Z");

        assertThat(user.delete("/v1/schedules/hourly").status()).isEqualTo(204);
        assertThat(user.get("/v1/schedules/hourly").status()).isEqualTo(404);
        server.advance(Duration.ofHours(1));
        settle("other", "2026-01-04T11:00:00Z");

        assertThat(ticks("hourly")).containsExactly("2026-01-04T09:00:00Z");
    }

    @Test
    void
            a_template_that_cannot_be_submitted_any_more_is_paused_with_the_reason_and_disturbs_no_other()
                    throws SQLException {
        put("old", HOURLY);
        put("other", HOURLY);
        execute(
                "UPDATE schedule SET template = '{\"jobs\":[{\"name\":\"a\"}]}' WHERE name = 'old'");
        server.advance(Duration.ofHours(1));
        settle("other", "2026-01-04T10:00:00Z");
        await().until(() -> !schedule("old").get("paused").isNull());

        var paused = schedule("old").get("paused");
        assertThat(paused.get("by").stringValue()).isEqualTo("orchestrator");
        assertThat(paused.get("reason").stringValue()).contains("jobs[0]", "expected");
        assertThat(counted("REFUSED")).isEqualTo(1);
        var resumed = user.post("/v1/schedules/old/resume", "");
        assertThat(resumed.status()).isEqualTo(409);
        assertThat(resumed.code()).isEqualTo("SCHEDULE_NOT_RUNNABLE");

        assertThat(user.post("/v1/schedules/old/fire", "").code())
                .isEqualTo("SCHEDULE_NOT_RUNNABLE");

        var replaced = put("old", HOURLY);
        assertThat(replaced.get("next_at").stringValue()).isEqualTo("2026-01-04T10:00:00Z");
    }

    @Test
    void a_run_that_there_is_no_room_for_is_tried_again_and_disturbs_no_other() {
        put(
                "crowded",
                HOURLY.replace("\"steps\"", "\"requirement\":{\"tags\":[\"new\"]},\"steps\""));
        put("other", HOURLY);
        var filled = fillRequirementsOfSchedules();

        server.advance(Duration.ofHours(1));
        settle("other", "2026-01-04T10:00:00Z");

        assertThat(ticks("other")).hasSize(1);
        await().until(() -> counted("DEFERRED") == 1);
        assertThat(ticks("crowded")).isEmpty();
        assertThat(schedule("crowded").get("paused").isNull()).isTrue();

        user.post("/v1/runs/" + filled + "/cancel", "");
        settle("crowded", "2026-01-04T10:00:00Z");
        assertThat(ticks("crowded")).containsExactly("2026-01-04T09:00:00Z");
    }

    /// All that one owner may have, and that of jobs which ask for nothing.
    private String fillRequirementsOfSchedules() {
        var jobs = new ArrayList<NewRun.NewJob>();
        for (int i = 0; i < 1_000; i++) {
            var tags = i == 0 ? List.<String>of() : List.of("tag-" + i);
            var plan =
                    new JobPlan(
                            0,
                            Requirement.of(tags),
                            null,
                            RetryPolicy.STEPS,
                            Duration.ofHours(1),
                            null,
                            null);
            jobs.add(new NewRun.NewJob("j" + i, "steps", plan, 0, List.of(), "{}", null));
        }
        var run = new NewRun("k", "f", "schedule", "user:ann", "full", Map.of(), jobs);
        return ((Submitted.Created) server.orchestrator.engine().submit(run)).run().toString();
    }

    @Test
    void an_expression_that_this_version_does_not_know_is_paused_too() throws SQLException {
        put("hourly", HOURLY);
        execute("UPDATE schedule SET cron = '0 0 W * *'");
        server.advance(Duration.ofHours(1));

        await().until(() -> !schedule("hourly").get("paused").isNull());
        assertThat(schedule("hourly").at("/paused/reason").stringValue())
                .contains("got 'W' at character 5");
    }

    private void execute(String sql) throws SQLException {
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("baton.db"));
                var statement = database.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute(sql);
        }
    }

    private int counted(String outcome) {
        String line = "baton_schedule_ticks_total{outcome=\"%s\"} ".formatted(outcome);
        return server.anyone()
                .get("/metrics")
                .text()
                .lines()
                .filter(each -> each.startsWith(line))
                .mapToInt(each -> (int) Double.parseDouble(each.substring(line.length())))
                .sum();
    }
}
