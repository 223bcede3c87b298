package dev.baton.cli.client;

import tools.jackson.databind.JsonNode;

/// One line of the audit trail of a job, as the API tells it.
///
/// @param seq its number among those of the job
/// @param kind `SUBMITTED`, `GRANTED`, `FINISHED`, …; one that we do not know is none that we need
public record JobEvent(String job, int seq, String kind, int attempt, int epoch, String why) {
    public static final String GRANTED = "GRANTED";
    public static final String ACKNOWLEDGED = "ACKNOWLEDGED";
    public static final String REQUEUED = "REQUEUED";
    public static final String CANCEL_REQUESTED = "CANCEL_REQUESTED";
    public static final String FINISHED = "FINISHED";

    static JobEvent of(JsonNode json) {
        return new JobEvent(
                json.path("job_id").asString(""),
                json.path("seq").asInt(0),
                json.path("kind").asString(""),
                json.path("attempt").asInt(0),
                json.path("epoch").asInt(0),
                json.path("why").asString(""));
    }

    boolean isLast() {
        return kind.equals(FINISHED);
    }
}
