package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A tick every second, and real orchestrators that are killed: one run for each tick, and none is left out.
@Timeout(240)
class SchedulesIT {
    private static final String EVERY_SECOND =
            "{\"cron\":\"* * * * * *\",\"catch_up\":\"all\",\"run\":{\"jobs\":[{\"name\":\"tick\",\"steps\":[\"true\"]}]}}";
    private static final int TICKS = 8;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @TempDir private Path data;

    @Test
    void two_orchestrators_on_one_database_make_one_run_for_each_tick_though_one_is_killed() {
        try (var postgres = PostgresServer.start();
                var doomed = ServerProcess.start(data, "--postgres", postgres.jdbcUrl());
                var survivor = ServerProcess.start(data, "--postgres", postgres.jdbcUrl())) {
            Api api = doomed.admin();
            for (int i = 0; i < 5; i++) {
                put(i % 2 == 0 ? api : api.at(survivor), "every-second-" + i);
            }
            awaitTicks(api, TICKS);
            doomed.kill();
            awaitTicks(api.at(survivor), 2 * TICKS);

            for (int i = 0; i < 5; i++) {
                assertOneRunForEachTick(api.at(survivor), "every-second-" + i);
            }
        }
    }

    @Test
    void an_orchestrator_that_is_killed_and_started_again_makes_up_for_what_it_missed() {
        Api api;
        try (var first = ServerProcess.start(data)) {
            api = first.admin();
            put(api, "every-second-0");
            awaitTicks(api, TICKS);
            first.kill();
        }
        try (var second = ServerProcess.start(data)) {
            awaitTicks(api.at(second), 2 * TICKS);

            assertOneRunForEachTick(api.at(second), "every-second-0");
        }
    }

    private static void put(Api api, String name) {
        var answer =
                api.send(
                        api.request("/v1/schedules/" + name)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString(EVERY_SECOND)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static void awaitTicks(Api api, int count) {
        await().atMost(LONGEST)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> runs(api, "every-second-0").size() >= count);
    }

    /// How many runs each tick has.
    private static SortedMap<Instant, Integer> runs(Api api, String schedule) {
        var runs = new TreeMap<Instant, Integer>();
        String cursor = "";
        do {
            JsonNode page = api.get("/v1/runs?limit=1000" + cursor).json();
            for (JsonNode run : page.get("runs")) {
                if (run.at("/labels/schedule").asString("").equals(schedule)) {
                    Instant tick = Instant.parse(run.at("/labels/tick").stringValue());
                    runs.merge(tick, 1, Integer::sum);
                }
            }
            String next = page.path("next_cursor").asString("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return runs;
    }

    private static void assertOneRunForEachTick(Api api, String schedule) {
        SortedMap<Instant, Integer> runs = runs(api, schedule);
        assertThat(runs.values()).as(schedule).containsOnly(1);
        List<Instant> expected =
                Stream.iterate(
                                runs.firstKey(),
                                tick -> !tick.isAfter(runs.lastKey()),
                                tick -> tick.plusSeconds(1))
                        .toList();
        assertThat(runs.keySet()).as(schedule).containsExactlyElementsOf(expected);
    }
}
