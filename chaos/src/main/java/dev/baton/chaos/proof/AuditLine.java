package dev.baton.chaos.proof;

import tools.jackson.databind.JsonNode;

import java.time.Instant;

/// A line of a job's audit trail.
record AuditLine(int seq, Instant at, String kind, int epoch, String actor, String why) {
    private static final String RUNNER = "runner:";

    static AuditLine read(JsonNode line) {
        return new AuditLine(
                line.get("seq").intValue(),
                Instant.parse(line.get("at").stringValue()),
                line.get("kind").stringValue(),
                line.get("epoch").intValue(),
                line.get("actor").asString(""),
                line.get("why").asString(""));
    }

    /// The id of the runner that acted.
    String runner() {
        return actor.startsWith(RUNNER) ? actor.substring(RUNNER.length()) : "";
    }

    boolean is(String wanted) {
        return kind.equals(wanted);
    }

    @Override
    public String toString() {
        return "%s audit %-16s epoch %d by %s: %s".formatted(at, kind, epoch, actor, why);
    }
}
