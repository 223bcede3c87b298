package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;
import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Clients of one orchestrator that wait for what happens at another one, which is not always heard of.
class LostNoticesIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static PostgresServer postgres;

    @TempDir private Path data;
    private String url;
    private Orchestrator here;
    private Orchestrator there;
    private Client userHere;
    private Client userThere;

    @BeforeAll
    static void startPostgres() {
        postgres = PostgresServer.start(Map.of("fsync", "off"));
    }

    @AfterAll
    static void stopPostgres() {
        postgres.close();
    }

    @BeforeEach
    void startBoth() throws IOException {
        url = postgres.createDatabase("lost_" + DATABASES.incrementAndGet());
        here = start();
        there = start();
        String token = Files.readString(data.resolve("admin-token")).strip();
        userHere = new Client(here.address(), token);
        userThere = new Client(there.address(), token);
    }

    private Orchestrator start() {
        var sources =
                new SettingSources(ServerSetting.values())
                        .flag(ServerSetting.SERVER_PORT, "0")
                        .flag(ServerSetting.SERVER_DATA, data.toString())
                        .flag(ServerSetting.POSTGRES_URL, url);
        return Orchestrator.start(ServerConfig.read(sources), InstantSource.system());
    }

    @AfterEach
    void stopBoth() {
        here.close();
        there.close();
    }

    /// Nobody hears a notice any more until the orchestrators have connected again, a second later.
    private void loseNotices() throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND application_name = 'baton'
                    AND (query LIKE '%orchestrator%' OR query LIKE 'LISTEN%')
                    """);
        }
    }

    private String submitRun(int jobs) {
        var drafts = new ArrayList<String>();
        for (int i = 0; i < jobs; i++) {
            drafts.add("{\"name\":\"job-%d\",\"steps\":[\"true\"]}".formatted(i));
        }
        return userHere.post("/v1/runs", "{\"jobs\":[" + String.join(",", drafts) + "]}")
                .json()
                .get("run_id")
                .stringValue();
    }

    /// A client that follows the events of a run.
    private static final class Follower {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Thread thread;

        Follower(Client user, String run) {
            thread = Thread.ofVirtual().start(() -> read(user, run));
        }

        private void read(Client user, String run) {
            try (var client = HttpClient.newHttpClient()) {
                client.send(
                                user.request("/v1/runs/%s/events".formatted(run)).build(),
                                HttpResponse.BodyHandlers.ofLines())
                        .body()
                        .forEach(lines::add);
            } catch (IOException e) {
                lines.add("broke: " + e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        long count(String event) {
            return lines.stream().filter(("event: " + event)::equals).count();
        }

        /// Waits until it has seen what is there.
        Follower seeing(int submitted) {
            await().atMost(SOON).until(() -> count("SUBMITTED") == submitted);
            return this;
        }

        boolean hasEnded() {
            return !thread.isAlive();
        }
    }

    @Test
    void a_follower_sees_the_end_of_each_job_of_a_large_run_that_is_canceled_elsewhere() {
        var run = submitRun(900);
        var follower = new Follower(userThere, run).seeing(900);

        userHere.post("/v1/runs/%s/cancel".formatted(run), "{\"reason\":\"enough\"}");

        await().atMost(SOON).until(follower::hasEnded);
        assertThat(follower.count("FINISHED")).isEqualTo(900);
    }

    @Test
    void a_follower_sees_the_end_although_the_notice_of_it_was_lost() throws SQLException {
        var run = submitRun(3);
        var follower = new Follower(userThere, run).seeing(3);

        loseNotices();
        userHere.post("/v1/runs/%s/cancel".formatted(run), "{\"reason\":\"enough\"}");

        await().atMost(SOON).until(follower::hasEnded);
        assertThat(follower.count("FINISHED")).isEqualTo(3);
    }

    @Test
    void a_wait_for_a_result_ends_although_the_notice_of_it_was_lost() throws Exception {
        var job = userHere.submitJob("a");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var path = "/v1/jobs/%s/result?wait_seconds=25".formatted(job);
            var result = threads.submit(() -> userThere.get(path));
            await().atMost(SOON).until(() -> there.waitingForResults() == 1);

            loseNotices();
            userHere.post("/v1/jobs/%s/cancel".formatted(job), "{\"reason\":\"enough\"}");

            var answer = result.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().get("status").stringValue()).isEqualTo("CANCELED");
        }
    }
}
