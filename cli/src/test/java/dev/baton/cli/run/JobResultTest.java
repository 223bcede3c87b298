package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

class JobResultTest {

    @Test
    void the_exit_status_is_that_of_the_command() {
        assertThat(result("SUCCEEDED", "REPORTED", "{\"exit_code\":0}").exit()).isZero();
        assertThat(result("FAILED", "REPORTED", "{\"exit_code\":7}").exit()).isEqualTo(7);
        assertThat(result("FAILED", "ATTEMPTS_EXHAUSTED", "{\"exit_code\":3}").exit()).isEqualTo(3);
        assertThat(result("FAILED", "REPORTED", "{\"exit_code\":7}").endedByItself()).isTrue();
    }

    @Test
    void what_has_no_exit_status_of_its_own_gets_one_that_says_why() {
        assertThat(result("CANCELED", "CANCEL_CONFIRMED", "null").exit()).isEqualTo(130);
        assertThat(result("FAILED", "TIMED_OUT", "null").exit()).isEqualTo(124);
        var stopped = result("FAILED", "REPORTED", "{\"ending\":\"TIMED_OUT\",\"exit_code\":143}");
        assertThat(stopped.exit()).isEqualTo(124);
        assertThat(result("FAILED", "QUARANTINED", "null").exit()).isEqualTo(125);
        assertThat(result("FAILED", "RUNNER_LOST", "null").exit()).isEqualTo(125);
        assertThat(result("FAILED", "REPORTED", "{\"exit_code\":-9}").exit()).isEqualTo(125);
        assertThat(result("FAILED", "REPORTED", "{\"exit_code\":256}").exit()).isEqualTo(125);
    }

    @Test
    void a_loss_is_explained() {
        assertThat(result("FAILED", "QUARANTINED", "null").explanation())
                .contains("runner was lost", "because");
        assertThat(result("CANCELED", "CANCEL_UNCONFIRMED", "null").explanation())
                .contains("may still run");
    }

    private static JobResult result(String status, String cause, String report) {
        return JobResult.of(
                JsonMapper.builder()
                        .build()
                        .readTree(
                                """
                                {"id":"job_1","name":"a","status":"%s","started_at":"2026-01-01T00:00:00Z",
                                "finished_at":"2026-01-01T00:00:02Z","outcome":{"cause":"%s","why":"because","report":%s}}"""
                                        .formatted(status, cause, report)));
    }
}
