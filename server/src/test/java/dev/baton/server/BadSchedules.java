package dev.baton.server;

import dev.baton.server.BadInputs.Bad;

import java.util.stream.Stream;

/// What people get wrong about schedules.
final class BadSchedules {
    private static final String RUN = "\"run\":{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}";

    private BadSchedules() {}

    static Stream<Bad> everything() {
        return Stream.concat(definitions(), requests());
    }

    private static Stream<Bad> definitions() {
        return Stream.of(
                put("a schedule that is not JSON", "MALFORMED_JSON", "{nonsense"),
                put(
                        "a schedule with a key twice",
                        "MALFORMED_JSON",
                        "{\"zone\":\"UTC\",\"zone\":\"UTC\"}"),
                put("a schedule that is a list", "NOT_A_MESSAGE", "[]"),
                put("an empty schedule", "INVALID_SCHEDULE", "{}"),
                put("a schedule without a run", "INVALID_SCHEDULE", "{\"cron\":\"@daily\"}"),
                put("a schedule without a time", "INVALID_SCHEDULE", "{" + RUN + "}"),
                put("a cron expression of four fields", "INVALID_SCHEDULE", cron("* * * *")),
                put("the 61st minute", "INVALID_SCHEDULE", cron("61 * * * *")),
                put("30 February", "INVALID_SCHEDULE", cron("0 0 30 2 *")),
                put(
                        "a cron expression that is a number",
                        "INVALID_SCHEDULE",
                        "{\"cron\":5," + RUN + "}"),
                put("half a surrogate in a cron expression", "INVALID_SCHEDULE", cron("\\ud800")),
                put(
                        "a zone that does not exist",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"zone\":\"Europe/Belrin\"," + RUN + "}"),
                put(
                        "a way to catch up that nobody knows",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"catch_up\":\"maybe\"," + RUN + "}"),
                put(
                        "an unknown key in a schedule",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"timezone\":\"UTC\"," + RUN + "}"),
                put(
                        "a run that cannot be submitted",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"run\":{\"jobs\":[{\"name\":\"a\"}]}}"),
                put(
                        "half a surrogate in a run",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"run\":{\"jobs\":[{\"name\":\"a\\ud800\",\"steps\":[\"x\"]}]}}"),
                put(
                        "a label that the schedule sets",
                        "INVALID_SCHEDULE",
                        "{\"cron\":\"@daily\",\"run\":{\"labels\":{\"tick\":\"1\"},\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}}"));
    }

    private static Stream<Bad> requests() {
        return Stream.of(
                new Bad(
                        "a schedule with a name that is none",
                        400,
                        "INVALID_REQUEST",
                        who -> who.user().put("/v1/schedules/.hidden", cron("@daily"))),
                new Bad(
                        "a schedule that does not exist",
                        404,
                        "NOT_FOUND",
                        who -> who.user().get("/v1/schedules/nobody")),
                new Bad(
                        "the removal of a schedule that does not exist",
                        404,
                        "NOT_FOUND",
                        who -> who.user().delete("/v1/schedules/nobody")),
                new Bad(
                        "a pause of a schedule that does not exist",
                        404,
                        "NOT_FOUND",
                        who -> who.user().post("/v1/schedules/nobody/pause", "{}")),
                new Bad(
                        "a reason that turns text around",
                        400,
                        "INVALID_REQUEST",
                        who ->
                                who.user()
                                        .post(
                                                "/v1/schedules/nobody/pause",
                                                "{\"reason\":\"\\u202e\"}")),
                new Bad(
                        "a tick of a schedule that does not exist",
                        404,
                        "NOT_FOUND",
                        who -> who.user().post("/v1/schedules/nobody/fire", "{}")));
    }

    private static String cron(String expression) {
        return "{\"cron\":\"%s\",%s}".formatted(expression, RUN);
    }

    private static Bad put(String what, String code, String body) {
        return new Bad(what, 400, code, who -> who.user().put("/v1/schedules/bad", body));
    }
}
