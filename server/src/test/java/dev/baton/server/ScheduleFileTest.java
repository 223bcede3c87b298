package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;
import dev.baton.settings.ConfigException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;

/// The schedules of the file are what the file says; the others are nobody's business here.
class ScheduleFileTest {
    private static final String NIGHTLY =
            """
            [nightly]
            cron = "0 3 * * *"
            zone = "Europe/Berlin"
            catch_up = "skip"
            [[nightly.run.jobs]]
            name = "backup"
            steps = ["./backup"]
            """;
    private static final String DEFINITION =
            "{\"cron\":\"@daily\",\"run\":{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}}";

    @TempDir private Path directory;
    private Path data;

    @BeforeEach
    void place() {
        data = directory.resolve("data");
    }

    private TestServer start(String toml) throws IOException {
        Path file = Files.writeString(directory.resolve("schedules.toml"), toml);
        return TestServer.start(data, Map.of(ServerSetting.SCHEDULES_FILE, file.toString()));
    }

    private static JsonNode schedules(TestServer server) {
        return server.admin().get("/v1/schedules").json().get("schedules");
    }

    @Test
    void what_the_file_says_is_there_and_what_is_gone_from_it_is_removed() throws IOException {
        try (var server = start(NIGHTLY + NIGHTLY.replace("nightly", "weekly"))) {
            server.admin().put("/v1/schedules/by-hand", DEFINITION);
            assertThat(schedules(server).valueStream().map(s -> s.get("name").stringValue()))
                    .containsExactly("by-hand", "nightly", "weekly");
            var nightly = schedules(server).get(1);
            assertThat(nightly.get("source").stringValue()).isEqualTo("config");
            assertThat(nightly.get("next_at").stringValue()).isEqualTo("2026-01-05T02:00:00Z");
            assertThat(nightly.get("catch_up").stringValue()).isEqualTo("skip");
        }
        try (var server = start(NIGHTLY.replace("0 3", "30 4"))) {
            assertThat(schedules(server).valueStream().map(s -> s.get("name").stringValue()))
                    .containsExactly("by-hand", "nightly");
            assertThat(schedules(server).get(1).get("next_at").stringValue())
                    .isEqualTo("2026-01-05T03:30:00Z");
        }
        try (var server = TestServer.start(data)) {
            assertThat(schedules(server)).as("without a file nothing is changed").hasSize(2);
        }
    }

    @Test
    void a_tick_that_was_missed_is_still_due_when_the_same_file_is_read_again() throws Exception {
        String caughtUp = NIGHTLY.replace("skip", "last");
        start(caughtUp).close();
        // As if it had been stopped a day ago.
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("baton.db"));
                var statement = database.createStatement()) {
            statement.execute("UPDATE schedule SET next_at = next_at - 86400000000");
        }
        try (var server = start(caughtUp)) {
            await().until(() -> server.admin().get("/v1/runs").json().get("runs").size() == 1);
            assertThat(
                            server.admin()
                                    .get("/v1/runs")
                                    .json()
                                    .at("/runs/0/labels/tick")
                                    .stringValue())
                    .isEqualTo("2026-01-04T02:00:00Z");
        }
    }

    @Test
    void the_api_does_not_change_what_the_file_says_but_may_pause_and_fire_it() throws IOException {
        try (var server = start(NIGHTLY)) {
            var admin = server.admin();
            for (var refused :
                    new Client.Response[] {
                        admin.put("/v1/schedules/nightly", DEFINITION),
                        admin.delete("/v1/schedules/nightly")
                    }) {
                assertThat(refused.status()).isEqualTo(409);
                assertThat(refused.code()).isEqualTo("SCHEDULE_OF_CONFIG");
                assertThat(refused.json().get("detail").stringValue())
                        .contains("nightly", "schedules.file", "change it there");
            }
            assertThat(admin.post("/v1/schedules/nightly/pause", "{}").status()).isEqualTo(200);
            assertThat(admin.post("/v1/schedules/nightly/fire", "").status()).isEqualTo(201);
        }
        try (var server = start(NIGHTLY)) {
            assertThat(schedules(server).get(0).get("paused").isNull())
                    .as("paused by somebody, and so it stays")
                    .isFalse();
        }
    }

    @Test
    void one_that_was_made_by_the_api_is_left_alone() throws IOException {
        try (var server = TestServer.start(data)) {
            server.admin().put("/v1/schedules/nightly", DEFINITION);
        }
        try (var server = start(NIGHTLY)) {
            var nightly = schedules(server).get(0);
            assertThat(nightly.get("source").stringValue()).isEqualTo("api");
            assertThat(nightly.get("cron").stringValue()).isEqualTo("@daily");
        }
    }

    @Test
    void everything_that_is_wrong_with_a_file_is_said_at_once_before_anything_is_opened() {
        String wrong =
                """
                number = 5
                ["no name"]
                [a]
                cron = "61 * * * *"
                zone = "Europe/Belrin"
                [[a.run.jobs]]
                name = "x"
                [b]
                corn = "@daily"
                catch_up = "never"
                """;
        var said = catchThrowableOfType(ConfigException.class, () -> start(wrong).close());

        assertThat(said.errors()).allMatch(error -> error.contains("schedules.toml: "));
        assertThat(said.errors().stream().map(error -> error.replaceAll(".*schedules.toml: ", "")))
                .anyMatch(error -> error.startsWith("number: expected a table"))
                .anyMatch(error -> error.contains("got 'no name'"))
                .anyMatch(
                        error ->
                                error.startsWith(
                                        "a.cron: expected 0 to 59 for the minute, got '61'"))
                .anyMatch(error -> error.contains("did you mean Europe/Berlin?"))
                .anyMatch(error -> error.startsWith("a.run: jobs[0]"))
                .anyMatch(error -> error.startsWith("b.corn: unknown key; did you mean 'cron'?"))
                .anyMatch(error -> error.startsWith("b.cron: expected a text, got none"))
                .anyMatch(error -> error.startsWith("b.catch_up: expected one of skip, last, all"))
                .anyMatch(error -> error.startsWith("b.run: expected a run"));
        assertThat(data).doesNotExist();
    }

    @Test
    void a_file_that_is_no_toml_or_not_there_is_an_error_of_the_settings() {
        assertThat(catchThrowableOfType(ConfigException.class, () -> start("[[").close()).errors())
                .singleElement()
                .asString()
                .contains("expected TOML");
        var missing = Map.of(ServerSetting.SCHEDULES_FILE, directory.resolve("no.toml").toString());
        assertThat(
                        catchThrowableOfType(
                                        ConfigException.class,
                                        () -> TestServer.start(data, missing).close())
                                .errors())
                .singleElement()
                .asString()
                .contains("no.toml: cannot be read: there is no such file");
    }
}
