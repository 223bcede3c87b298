package dev.baton.executor.wire;

import dev.baton.executor.wire.ExecutionRequest.Context;
import dev.baton.protocol.Field;
import dev.baton.protocol.Fields;
import dev.baton.protocol.Forms;
import dev.baton.protocol.JsonForm;
import dev.baton.protocol.NumberForms;
import dev.baton.protocol.Shape;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;
import java.util.Map;

/// The context of a request in JSON.
final class ContextFields {
    private static final Shape SHAPE = new Shape();
    private static final Field<String> JOB_ID = SHAPE.field("job_id", WireForms.NAME);
    private static final Field<Integer> ATTEMPT =
            SHAPE.field("attempt", NumberForms.integer(1, Integer.MAX_VALUE));
    private static final Field<Instant> ENQUEUE_TIME =
            SHAPE.field("enqueue_time", WireForms.INSTANT);
    private static final Field<String> QUEUE_NAME = SHAPE.field("queue_name", WireForms.NAME);
    private static final Field<Instant> DEADLINE = SHAPE.field("deadline", WireForms.INSTANT);
    private static final Field<Map<String, String>> TRACE_CONTEXT =
            SHAPE.field("trace_context", WireForms.HEADERS);
    private static final Field<String> WORKER_ID = SHAPE.field("worker_id", WireForms.NAME);

    static final JsonForm<Context> FORM =
            Forms.object(SHAPE, ContextFields::read, ContextFields::write);

    private ContextFields() {}

    private static Context read(Fields fields) {
        return new Context(
                fields.required(JOB_ID),
                fields.required(ATTEMPT),
                fields.required(ENQUEUE_TIME),
                fields.required(QUEUE_NAME),
                fields.optional(DEADLINE),
                fields.or(TRACE_CONTEXT, Map.of()),
                fields.optional(WORKER_ID));
    }

    private static void write(JsonGenerator out, Context context) {
        JOB_ID.write(out, context.jobId());
        ATTEMPT.write(out, context.attempt());
        ENQUEUE_TIME.write(out, context.enqueueTime());
        QUEUE_NAME.write(out, context.queueName());
        DEADLINE.write(out, context.deadline());
        TRACE_CONTEXT.write(out, context.traceContext().isEmpty() ? null : context.traceContext());
        WORKER_ID.write(out, context.workerId());
    }
}
