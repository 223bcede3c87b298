package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Capabilities;
import dev.baton.core.RunnerId;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.LeaseRequest;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Where only one type of message is expected, as behind one address of an HTTP API.
class EndpointTest {
    @Test
    void the_type_may_be_left_out() {
        assertThat(
                        MessageCodec.RUNNER.read(
                                bytes(
                                        "{'runner_id':'r','capabilities':['gpu'],'max_jobs':2,'wait_seconds':2.5}"),
                                LeaseRequest.class))
                .isEqualTo(
                        new LeaseRequest(
                                new RunnerId("r"),
                                Capabilities.of(List.of("gpu")),
                                2,
                                Duration.ofMillis(2_500)));
    }

    @Test
    void another_type_is_refused() {
        assertThatThrownBy(
                        () -> MessageCodec.RUNNER.read(Golden.bytes("AckLease"), Heartbeat.class))
                .hasMessage("type: expected Heartbeat, got 'AckLease'")
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TYPE));
    }

    @Test
    void granted_leases_are_read_as_they_were_written() {
        List<LeaseGranted> leases =
                List.of(
                        Examples.granted(new JobSpec.Embedded("{\"name\":\"a\"}")),
                        Examples.granted(new JobSpec.Referenced("https://specs/1")));

        assertThat(GrantedLeases.read(GrantedLeases.write(leases))).isEqualTo(leases);
        assertThat(GrantedLeases.write(List.of())).isEqualTo(bytes("{'leases':[]}"));
    }

    @Test
    void an_error_in_a_granted_lease_has_its_path() {
        assertThatThrownBy(() -> GrantedLeases.read(bytes("{'leases':[{'job_id':'job_1'}]}")))
                .hasMessage("leases[0].run_id: expected a value, got none");
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
