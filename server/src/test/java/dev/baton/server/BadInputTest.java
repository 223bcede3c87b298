package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.BadInputs.Bad;
import dev.baton.server.BadInputs.Parties;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.stream.Stream;

/// Bad input gets a clear 4xx each, and changes nothing.
class BadInputTest {
    @TempDir private static Path data;
    private static TestServer server;
    private static Client user;
    private static Client runner;
    private static Held lease;

    @BeforeAll
    static void start() {
        server = TestServer.start(data);
        user = server.user();
        runner = server.runner();
        user.submitJob("victim");
        lease = Held.lease(runner, "r1");
        lease.ack();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("everything")
    void bad_input_is_refused_with_a_reason_and_changes_nothing(Bad bad) {
        String before = state();
        var answer =
                bad.send().apply(new Parties(server.admin(), user, runner, server.anyone(), lease));
        assertThat(answer.status()).as(answer.text()).isEqualTo(bad.status());
        String code =
                answer.json().path("type").asString("").equals("StaleLease")
                        ? answer.json().get("reason").stringValue()
                        : answer.code();
        assertThat(code).as(answer.text()).isEqualTo(bad.code());
        if (answer.json().has("detail")) {
            assertThat(answer.json().get("detail").stringValue())
                    .isNotBlank()
                    .doesNotContain("Exception", "dev.baton", lease.id());
        }
        assertThat(state()).isEqualTo(before);
    }

    private static String state() {
        return user.get("/v1/jobs").text()
                + user.get("/v1/jobs/%s/log".formatted(lease.job())).text();
    }

    static Stream<Bad> everything() {
        return BadInputs.everything();
    }
}
