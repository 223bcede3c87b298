package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.Fleet.Ack;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// Reads a job's audit trail from its beginning, and holds it to the promises of the protocol.
final class AuditProof {
    private final String job;
    private int lines;
    private int epoch;
    private boolean leased;
    private boolean finished;
    private String end = "";
    private String endedBy = "";

    private AuditProof(String job) {
        this.job = job;
    }

    /// Checks one job.
    ///
    /// @param status what the API says has become of it
    /// @param trail its audit lines, all of them
    /// @param acks every CompleteAck that a runner saw for it
    static void check(String job, String status, JsonNode trail, List<Ack> acks) {
        var proof = new AuditProof(job);
        for (JsonNode line : trail) {
            proof.read(line, acks);
        }
        assertThat(proof.finished).as("%s has a FINISHED line", job).isTrue();
        assertThat(proof.end).as("the end of %s", job).startsWith(status);
        proof.holdAgainst(acks, status);
    }

    private void read(JsonNode line, List<Ack> acks) {
        String kind = line.get("kind").stringValue();
        assertThat(line.get("seq").intValue()).as("seq of %s", job).isEqualTo(++lines);
        assertThat(finished).as("%s: %s after FINISHED", job, kind).isFalse();
        int now = line.get("epoch").intValue();
        switch (kind) {
            case "GRANTED" -> {
                assertThat(leased).as("%s: epoch %d granted within %d", job, now, epoch).isFalse();
                assertThat(now).as("epoch granted of %s", job).isEqualTo(epoch + 1);
                leased = true;
                epoch = now;
            }
            case "ACKNOWLEDGED", "CANCEL_REQUESTED" ->
                    assertThat(leased).as("%s: %s without a lease", job, kind).isTrue();
            case "REQUEUED" -> {
                assertThat(leased).as("%s: requeued without a lease", job).isTrue();
                leased = false;
                if (line.get("why").stringValue().startsWith("ERROR")) {
                    assertSeen(line, acks, "");
                }
            }
            case "FINISHED" -> {
                finished = true;
                end = line.get("why").stringValue();
                endedBy = line.get("actor").stringValue();
                if (end.contains("(REPORTED)") || end.contains("(ATTEMPTS_EXHAUSTED)")) {
                    assertSeen(line, acks, end.substring(0, end.indexOf(' ')));
                }
            }
            default -> {}
        }
        assertThat(now).as("%s: the epoch of %s", job, kind).isEqualTo(epoch);
    }

    /// What a runner's report did to a job was told to that runner.
    private void assertSeen(JsonNode line, List<Ack> acks, String finalStatus) {
        String actor = line.get("actor").stringValue();
        if (actor.startsWith("runner:")) {
            var told =
                    new Ack(
                            job,
                            line.get("epoch").intValue(),
                            actor.substring("runner:".length()),
                            finalStatus);
            assertThat(acks).as("acks of %s", job).contains(told);
        }
    }

    /// What a runner was told is what became of the job.
    private void holdAgainst(List<Ack> acks, String status) {
        for (Ack ack : acks) {
            if (!ack.finalStatus().isEmpty()) {
                assertThat(ack.finalStatus()).as("told to %s", ack).isEqualTo(status);
                assertThat(ack.epoch()).as("told to %s", ack).isEqualTo(epoch);
                assertThat("runner:" + ack.runner()).as("told to %s", ack).isEqualTo(endedBy);
            } else {
                assertThat(ack.epoch()).as("told to %s", ack).isLessThanOrEqualTo(epoch);
            }
        }
        assertThat(acks).as("acks of %s", job).doesNotHaveDuplicates();
    }
}
