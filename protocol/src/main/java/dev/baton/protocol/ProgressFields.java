package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;

/// The fields of what a heartbeat tells besides that the runner lives. People look at them and nothing depends on them: what is too
/// long is cut, what is out of bounds is brought into them, and what makes no sense is left out. No heartbeat is refused for them.
final class ProgressFields {
    private static final int MOST_PERCENT = 100;

    private static final Shape PROGRESS_SHAPE = new Shape();
    private static final Field<Double> PERCENT =
            PROGRESS_SHAPE.field("percent", NumberForms.clipped(0, MOST_PERCENT));
    private static final Field<String> CURRENT_STEP =
            PROGRESS_SHAPE.field(
                    "current_step", TextForms.clipped(Limits.MOST_PROGRESS_CHARACTERS));
    private static final Field<Integer> STEP_INDEX =
            PROGRESS_SHAPE.field("step_index", NumberForms.integer(0, Integer.MAX_VALUE));
    private static final Field<String> MESSAGE =
            PROGRESS_SHAPE.field("message", TextForms.clipped(Limits.MOST_PROGRESS_CHARACTERS));

    private static final Shape LOG_CURSOR_SHAPE = new Shape();
    private static final Field<Long> BYTES_SENT =
            LOG_CURSOR_SHAPE.field("bytes_sent", NumberForms.longInteger(0, Long.MAX_VALUE));

    static final JsonForm<Progress> PROGRESS =
            Forms.object(
                    PROGRESS_SHAPE,
                    fields ->
                            new Progress(
                                    fields.ifReadable(PERCENT),
                                    fields.ifReadable(CURRENT_STEP),
                                    fields.ifReadable(STEP_INDEX),
                                    fields.ifReadable(MESSAGE)),
                    ProgressFields::write);

    static final JsonForm<LogCursor> LOG_CURSOR =
            Forms.object(
                    LOG_CURSOR_SHAPE,
                    fields -> new LogCursor(fields.required(BYTES_SENT)),
                    (out, cursor) -> BYTES_SENT.write(out, cursor.bytesSent()));

    private ProgressFields() {}

    private static void write(JsonGenerator out, Progress progress) {
        PERCENT.write(out, progress.percent());
        CURRENT_STEP.write(out, progress.currentStep());
        STEP_INDEX.write(out, progress.stepIndex());
        MESSAGE.write(out, progress.message());
    }
}
