package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.Report;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

class ReportTest {
    @Test
    void a_completion_is_reported_with_everything_but_its_secret() {
        var complete = (Complete) MessageCodec.RUNNER.read(Golden.bytes("Complete"));

        Report report = complete.toReport();

        assertThat(report.ending()).isEqualTo(Ending.SUCCEEDED);
        assertThat(report.exitCode()).isZero();
        assertThat(report.summary()).isEqualTo("All tests passed.");
        assertThat(report.retryAfter()).isNull();
        assertThat(report.document())
                .isEqualTo(
                        """
                        {"status":"SUCCEEDED","exit_code":0,\
                        "timings":{"started_at":"2026-01-04T08:00:05Z","finished_at":"2026-01-04T08:03:12Z"},\
                        "artifacts":[\
                        {"type":"log","uri":"s3://delta-ci-artifacts/runs/run_456/jobs/job_123/log.txt"},\
                        {"type":"junit","uri":"s3://delta-ci-artifacts/runs/run_456/jobs/job_123/test.trx"}],\
                        "summary":"All tests passed."}""");
    }

    @Test
    void a_failure_is_an_error_unless_it_says_more() {
        assertThat(complete("'status':'FAILED'").toReport().ending()).isEqualTo(Ending.ERROR);
        assertThat(complete("'status':'FAILED','ending':'FATAL'").toReport().ending())
                .isEqualTo(Ending.FATAL);
    }

    @Test
    void the_delay_and_the_result_of_a_function_are_reported() {
        Report report =
                complete(
                                "'status':'FAILED','ending':'RETRY','retry_after_seconds':1.5,'result': [ 1.50 , {'a' : null} ]")
                        .toReport();

        assertThat(report.retryAfter()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(report.document())
                .isEqualTo(
                        "{\"status\":\"FAILED\",\"ending\":\"RETRY\",\"retry_after_seconds\":1.5,\"artifacts\":[],\"result\":[1.50,{\"a\":null}]}");
    }

    @Test
    void a_confirmed_cancel_is_reported_as_canceled() {
        var ack = (CancelAck) MessageCodec.RUNNER.read(Golden.bytes("CancelAck"));

        assertThat(ack.toReport().ending()).isEqualTo(Ending.CANCELED);
        assertThat(ack.toReport().summary()).isEqualTo("Canceled during step: dotnet test.");
        assertThat(ack.toReport().document())
                .startsWith("{\"final_status\":\"CANCELED\"")
                .contains("log.partial.txt")
                .doesNotContain("lease_abc");
    }

    private static Complete complete(String fields) {
        String json = "{'lease_id':'lease_abc','runner_id':'r'," + fields + "}";
        return MessageCodec.RUNNER.read(
                json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Complete.class);
    }
}
