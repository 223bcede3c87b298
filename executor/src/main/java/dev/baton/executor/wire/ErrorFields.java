package dev.baton.executor.wire;

import dev.baton.protocol.Field;
import dev.baton.protocol.Fields;
import dev.baton.protocol.Forms;
import dev.baton.protocol.JsonForm;
import dev.baton.protocol.Shape;

import tools.jackson.core.JsonGenerator;

/// The error of an outcome in JSON.
final class ErrorFields {
    private static final Shape SHAPE = new Shape();
    private static final Field<String> MESSAGE = SHAPE.field("message", WireForms.WORDS);
    private static final Field<String> TYPE = SHAPE.field("type", WireForms.WORDS);
    private static final Field<String> CODE = SHAPE.field("code", WireForms.WORDS);
    private static final Field<String> DETAILS = SHAPE.field("details", WireForms.ANY);

    static final JsonForm<ExecutionError> FORM =
            Forms.object(SHAPE, ErrorFields::read, ErrorFields::write);

    private ErrorFields() {}

    private static ExecutionError read(Fields fields) {
        return new ExecutionError(
                fields.required(MESSAGE),
                fields.optional(TYPE),
                fields.optional(CODE),
                fields.optional(DETAILS));
    }

    private static void write(JsonGenerator out, ExecutionError error) {
        MESSAGE.write(out, error.message());
        TYPE.write(out, error.type());
        CODE.write(out, error.code());
        DETAILS.write(out, error.details());
    }
}
