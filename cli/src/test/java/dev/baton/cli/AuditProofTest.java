package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.Fleet.Ack;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;

/// The proof is worth something only if it fails where it should.
class AuditProofTest {
    private static final List<Ack> NOTHING_TOLD = List.of();
    private static final Ack TOLD = new Ack("job_1", 1, "r1", "SUCCEEDED");
    private static final String END = "FINISHED 1 runner:r1 SUCCEEDED (REPORTED)";

    @Test
    void a_trail_as_it_should_be_is_accepted() {
        assertThatCode(
                        () ->
                                check(
                                        List.of(TOLD),
                                        "SUBMITTED 0",
                                        "GRANTED 1",
                                        "ACKNOWLEDGED 1",
                                        END))
                .doesNotThrowAnyException();
    }

    @Test
    void two_ends_are_noticed() {
        assertFails("after FINISHED", List.of(TOLD), "GRANTED 1", END, END);
    }

    @Test
    void a_job_without_an_end_is_noticed() {
        assertFails("has a FINISHED line", NOTHING_TOLD, "GRANTED 1", "ACKNOWLEDGED 1");
    }

    @Test
    void two_leases_at_once_are_noticed() {
        assertFails("granted within", NOTHING_TOLD, "GRANTED 1", "ACKNOWLEDGED 1", "GRANTED 2");
    }

    @Test
    void an_epoch_that_does_not_grow_is_noticed() {
        assertFails("epoch granted", NOTHING_TOLD, "GRANTED 1", "REQUEUED 1", "GRANTED 1");
    }

    @Test
    void a_report_that_its_runner_was_not_told_of_is_noticed() {
        assertFails("acks of", NOTHING_TOLD, "GRANTED 1", END);
    }

    @Test
    void a_runner_that_was_told_something_else_is_noticed() {
        var lie = new Ack("job_1", 1, "r2", "FAILED");
        assertFails("told to", List.of(TOLD, lie), "GRANTED 1", END);
    }

    private static void assertFails(String why, List<Ack> acks, String... lines) {
        assertThatThrownBy(() -> check(acks, lines))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(why);
    }

    /// @param lines kind, epoch, and if it matters actor and reason
    private static void check(List<Ack> acks, String... lines) {
        ArrayNode trail = JsonNodeFactory.instance.arrayNode();
        for (String line : lines) {
            String[] parts = line.split(" ", 4);
            trail.addObject()
                    .put("seq", trail.size())
                    .put("kind", parts[0])
                    .put("epoch", Integer.parseInt(parts[1]))
                    .put("actor", parts.length > 2 ? parts[2] : "orchestrator")
                    .put("why", parts.length > 3 ? parts[3] : "");
        }
        AuditProof.check("job_1", "SUCCEEDED", trail, acks);
    }
}
