package dev.baton.worker;

import dev.baton.worker.SupervisorMessage.GracefulTermination;
import dev.baton.worker.SupervisorMessage.NewCredentials;
import dev.baton.worker.SupervisorMessage.Ping;
import dev.baton.worker.SupervisorMessage.Welcome;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;

/// What a supervisor says, to and from JSON.
final class SupervisorMessages {
    private static final String WELCOME = "welcome";
    private static final String GRACEFUL_TERMINATION = "graceful-termination";
    private static final String NEW_CREDENTIALS = "new-credentials";
    private static final String PING = "ping";
    private static final String FINISH_TASKS = "finish-tasks";
    private static final String DEADLINE = "deadline";

    /// Longer than any machine announces its end before.
    private static final double MOST_DEADLINE_SECONDS = 365 * 24 * 3600;

    private SupervisorMessages() {}

    static Decoded<SupervisorMessage> read(ObjectNode json) {
        return MessageFields.decode(json, SupervisorMessages::read);
    }

    private static @Nullable SupervisorMessage read(String type, MessageFields fields)
            throws MessageFields.Missing {
        return switch (type) {
            case WELCOME -> new Welcome(fields.texts("capabilities"));
            case GRACEFUL_TERMINATION ->
                    new GracefulTermination(finishTasks(fields), deadline(fields));
            case NEW_CREDENTIALS ->
                    new NewCredentials(
                            fields.text("client-id"),
                            fields.text("access-token"),
                            fields.optionalText("certificate"));
            case PING -> new Ping(fields.number("id"));
            default -> null;
        };
    }

    /// Whoever does not say gets the safe answer: there may be no time.
    private static boolean finishTasks(MessageFields fields) {
        JsonNode value = fields.any(FINISH_TASKS);
        if (value != null && value.isBoolean()) {
            return value.booleanValue();
        }
        fields.remark(fields.expected(FINISH_TASKS, "true or false") + ", taken as false");
        return false;
    }

    private static @Nullable Duration deadline(MessageFields fields) {
        JsonNode value = fields.any(DEADLINE);
        if (value == null) {
            return null;
        }
        if (value.isNumber() && value.doubleValue() >= 0) {
            double seconds = Math.min(value.doubleValue(), MOST_DEADLINE_SECONDS);
            return Duration.ofMillis(Math.round(seconds * 1000));
        }
        fields.remark(fields.expected(DEADLINE, "seconds") + ", left out");
        return null;
    }

    static ObjectNode write(SupervisorMessage message) {
        return switch (message) {
            case Welcome welcome -> MessageLine.of(WELCOME, welcome.capabilities());
            case GracefulTermination end -> {
                var json =
                        MessageLine.of(GRACEFUL_TERMINATION).put(FINISH_TASKS, end.finishTasks());
                Duration deadline = end.deadline();
                yield deadline == null ? json : json.put(DEADLINE, deadline.toMillis() / 1000.0);
            }
            case NewCredentials fresh -> {
                var json =
                        MessageLine.of(NEW_CREDENTIALS)
                                .put("client-id", fresh.clientId())
                                .put("access-token", fresh.accessToken());
                String certificate = fresh.certificate();
                yield certificate == null ? json : json.put("certificate", certificate);
            }
            case Ping ping -> MessageLine.of(PING).put("id", ping.id());
        };
    }
}
