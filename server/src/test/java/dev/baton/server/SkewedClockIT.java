package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;
import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// The clock of PostgreSQL decides how long a runner has, whatever the orchestrators think that the time is.
class SkewedClockIT {
    private static PostgresServer postgres;
    @TempDir private Path here;
    @TempDir private Path there;

    @BeforeAll
    static void startPostgres() {
        postgres = PostgresServer.start();
    }

    @AfterAll
    static void stopPostgres() {
        postgres.close();
    }

    private static TestServer start(Path data, String database, int skew) {
        Instant now = InstantSource.system().instant();
        return TestServer.start(
                data,
                Map.of(
                        ServerSetting.POSTGRES_URL,
                        database,
                        ServerSetting.POSTGRES_USER,
                        PostgresServer.USER),
                now.plusSeconds(skew));
    }

    @ParameterizedTest
    @ValueSource(ints = {45, -45})
    void a_pushed_cancel_counts_by_the_clock_of_the_store(int skew) throws Exception {
        String database = postgres.createDatabase("skew_" + (skew + 100));
        try (var server = start(here, database, skew);
                var neighbour = start(there, database, -skew);
                var stream = StreamRunner.attached(server.runner(), "r1")) {
            Client user = server.user();
            stream.want("r1", 2);
            String first = user.submitJob("canceled here");
            stream.hear("LeaseGranted");
            String second = user.submitJob("canceled at the neighbour");
            stream.hear("LeaseGranted");

            user.post("/v1/jobs/%s/cancel".formatted(first), "{}");
            assertThat(stream.hear("CancelRequested").get("deadline_seconds").intValue())
                    .isBetween(28, 30);

            new Client(neighbour.address(), user.token())
                    .post("/v1/jobs/%s/cancel".formatted(second), "{}");
            var cancel = stream.hear("CancelRequested");
            while (!cancel.get("job_id").stringValue().equals(second)) {
                cancel = stream.hear("CancelRequested");
            }
            assertThat(cancel.get("deadline_seconds").intValue()).isBetween(20, 30);
            assertThat(Instant.parse(cancel.get("ts").stringValue()))
                    .isBetween(
                            InstantSource.system().instant().minusSeconds(20),
                            InstantSource.system().instant().plusSeconds(1));
        }
    }
}
