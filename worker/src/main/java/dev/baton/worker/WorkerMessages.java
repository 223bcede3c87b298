package dev.baton.worker;

import dev.baton.worker.WorkerMessage.ErrorReport;
import dev.baton.worker.WorkerMessage.Hello;
import dev.baton.worker.WorkerMessage.Log;
import dev.baton.worker.WorkerMessage.Pong;
import dev.baton.worker.WorkerMessage.Shutdown;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

/// What a worker says, to and from JSON.
final class WorkerMessages {
    private static final String HELLO = "hello";
    private static final String SHUTDOWN = "shutdown";
    private static final String LOG = "log";
    private static final String ERROR_REPORT = "error-report";
    private static final String PONG = "pong";

    private WorkerMessages() {}

    static Decoded<WorkerMessage> read(ObjectNode json) {
        return MessageFields.decode(json, WorkerMessages::read);
    }

    private static @Nullable WorkerMessage read(String type, MessageFields fields)
            throws MessageFields.Missing {
        return switch (type) {
            case HELLO -> new Hello(fields.texts("capabilities"));
            case SHUTDOWN -> new Shutdown();
            case LOG -> new Log(fields.object("body"));
            case ERROR_REPORT ->
                    new ErrorReport(
                            fields.textOrEmpty("kind"),
                            fields.textOrEmpty("title"),
                            fields.textOrEmpty("description"),
                            fields.objectOrEmpty("extra"));
            case PONG -> new Pong(fields.number("id"));
            default -> null;
        };
    }

    static ObjectNode write(WorkerMessage message) {
        return switch (message) {
            case Hello hello -> MessageLine.of(HELLO, hello.capabilities());
            case Shutdown _ -> MessageLine.of(SHUTDOWN);
            case Log log -> {
                var json = MessageLine.of(LOG);
                json.set("body", log.body());
                yield json;
            }
            case ErrorReport report -> {
                var json =
                        MessageLine.of(ERROR_REPORT)
                                .put("kind", report.kind())
                                .put("title", report.title())
                                .put("description", report.description());
                json.set("extra", report.extra());
                yield json;
            }
            case Pong pong -> MessageLine.of(PONG).put("id", pong.id());
        };
    }
}
