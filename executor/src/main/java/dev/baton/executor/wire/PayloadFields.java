package dev.baton.executor.wire;

import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.protocol.Came;
import dev.baton.protocol.Field;
import dev.baton.protocol.Fields;
import dev.baton.protocol.Forms;
import dev.baton.protocol.JsonForm;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.Shape;
import dev.baton.protocol.TextForms;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

import java.util.Locale;

/// The fields of all payloads, each once: no name means one thing in one payload and something else in another. So a payload can be
/// read before its type is known.
final class PayloadFields {
    private static final Shape SHAPE = new Shape();
    private static final Field<String> PROTOCOL_VERSION =
            SHAPE.field("protocol_version", WireForms.NAME);
    private static final Field<String> REQUEST_ID = SHAPE.field("request_id", WireForms.NAME);
    private static final Field<String> JOB_ID = SHAPE.field("job_id", WireForms.NAME);
    private static final Field<String> FUNCTION_NAME = SHAPE.field("function_name", WireForms.NAME);
    private static final Field<String> ARGS = SHAPE.field("args", WireForms.ARRAY);
    private static final Field<String> KWARGS = SHAPE.field("kwargs", WireForms.OBJECT);
    private static final Field<ExecutionRequest.Context> CONTEXT =
            SHAPE.field("context", ContextFields.FORM);
    private static final Field<Status> STATUS =
            SHAPE.field(
                    "status",
                    JsonForm.of(
                            PayloadFields::readStatus,
                            (out, status) -> out.writeString(word(status))));
    private static final Field<String> RESULT = SHAPE.field("result", WireForms.ANY);
    private static final Field<ExecutionError> ERROR = SHAPE.field("error", ErrorFields.FORM);
    private static final Field<Double> RETRY_AFTER =
            SHAPE.field("retry_after_seconds", WireForms.FINITE);
    private static final Field<Boolean> HARD_KILL = SHAPE.field("hard_kill", Forms.FLAG);

    static final JsonForm<Fields> FORM = WireForms.fields(SHAPE);

    private PayloadFields() {}

    static MessageIds ids(@Nullable String type, Fields fields) {
        return new MessageIds(type, fields.ifReadable(REQUEST_ID), fields.ifReadable(JOB_ID));
    }

    static ExecutionRequest request(Fields fields) {
        requireVersion(fields.required(PROTOCOL_VERSION));
        return new ExecutionRequest(
                fields.required(REQUEST_ID),
                fields.required(JOB_ID),
                fields.required(FUNCTION_NAME),
                fields.required(ARGS),
                fields.required(KWARGS),
                fields.required(CONTEXT));
    }

    /// An outcome need not name a version; if it names one, it has to be ours.
    static ExecutionOutcome outcome(Fields fields) {
        requireVersion(fields.or(PROTOCOL_VERSION, ExecutorMessage.PROTOCOL_VERSION));
        return new ExecutionOutcome(
                fields.required(JOB_ID),
                fields.required(REQUEST_ID),
                fields.required(STATUS),
                fields.optional(RESULT),
                fields.optional(ERROR),
                fields.optional(RETRY_AFTER));
    }

    /// A cancel need not name a version either: there are callers that do not.
    static CancelRequest cancel(Fields fields) {
        requireVersion(fields.or(PROTOCOL_VERSION, ExecutorMessage.PROTOCOL_VERSION));
        return new CancelRequest(
                fields.required(JOB_ID), fields.optional(REQUEST_ID), fields.or(HARD_KILL, false));
    }

    static void write(JsonGenerator out, ExecutionRequest request) {
        PROTOCOL_VERSION.write(out, ExecutorMessage.PROTOCOL_VERSION);
        REQUEST_ID.write(out, request.requestId());
        JOB_ID.write(out, request.jobId());
        FUNCTION_NAME.write(out, request.functionName());
        ARGS.write(out, request.args());
        KWARGS.write(out, request.kwargs());
        CONTEXT.write(out, request.context());
    }

    /// With a null for what it has not, as the specification shows it.
    static void write(JsonGenerator out, ExecutionOutcome outcome) {
        JOB_ID.write(out, outcome.jobId());
        REQUEST_ID.write(out, outcome.requestId());
        STATUS.write(out, outcome.status());
        writeOrNull(out, RESULT, outcome.result());
        writeOrNull(out, ERROR, outcome.error());
        writeOrNull(out, RETRY_AFTER, outcome.retryAfterSeconds());
    }

    static void write(JsonGenerator out, CancelRequest cancel) {
        PROTOCOL_VERSION.write(out, ExecutorMessage.PROTOCOL_VERSION);
        JOB_ID.write(out, cancel.jobId());
        REQUEST_ID.write(out, cancel.requestId());
        HARD_KILL.write(out, cancel.hardKill());
    }

    private static void requireVersion(String version) {
        if (!version.equals(ExecutorMessage.PROTOCOL_VERSION)) {
            throw new WireException(
                    WireCode.WRONG_VERSION,
                    "protocol_version: expected '%s', got %s"
                            .formatted(ExecutorMessage.PROTOCOL_VERSION, Came.quoted(version)));
        }
    }

    private static Status readStatus(JsonParser in) {
        String text = TextForms.text(in);
        for (Status status : Status.values()) {
            if (word(status).equals(text)) {
                return status;
            }
        }
        throw ProtocolException.expected("success, retry, timeout or error", Came.as(in));
    }

    private static String word(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private static <T> void writeOrNull(JsonGenerator out, Field<T> field, @Nullable T value) {
        if (value == null) {
            out.writeName(field.name());
            out.writeNull();
        } else {
            field.write(out, value);
        }
    }
}
