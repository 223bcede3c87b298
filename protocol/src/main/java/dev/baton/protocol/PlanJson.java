package dev.baton.protocol;

import dev.baton.core.GateKey;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A job's plan as compact JSON, to be kept by the store and read back. Everything is written out: a default that
/// changes later does not change a job that was submitted before. Durations are kept to the millisecond.
public final class PlanJson {
    private static final int MOST_BYTES = 64 << 10;

    private static final Shape SHAPE = new Shape();
    private static final Field<Integer> PRIORITY =
            SHAPE.field("priority", NumberForms.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    private static final Field<List<String>> REQUIREMENT = SHAPE.field("requirement", Forms.TAGS);
    private static final Field<GateKey> GATE = SHAPE.field("gate", Forms.parsed(GateKey::new));
    private static final Field<RetryPolicy> RETRY = SHAPE.field("retry", RetryFields.FORM);
    private static final Field<Duration> MAX_RUNTIME =
            SHAPE.field("max_runtime_seconds", NumberForms.SECONDS);
    private static final Field<Instant> NOT_BEFORE = SHAPE.field("not_before", Forms.INSTANT);
    private static final Field<Instant> DEADLINE = SHAPE.field("deadline", Forms.INSTANT);
    private static final JsonForm<JobPlan> FORM =
            Forms.object(SHAPE, PlanJson::readFields, PlanJson::writeFields);

    /// Most jobs of a run, and most runs of a caller, have one plan.
    private static volatile @Nullable Written last;

    private record Written(JobPlan plan, String json) {}

    private PlanJson() {}

    public static String write(JobPlan plan) {
        Written known = last;
        if (known == null || !known.plan.equals(plan)) {
            known = new Written(plan, Json.text(out -> FORM.write(out, plan)));
            last = known;
        }
        return known.json;
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws ProtocolException if that is not what it is
    public static JobPlan read(String json) {
        return Json.read(json.getBytes(StandardCharsets.UTF_8), MOST_BYTES, FORM::read);
    }

    /// A retry policy by itself, as it stands in a plan.
    public static String writeRetry(RetryPolicy retry) {
        return Json.text(out -> RetryFields.FORM.write(out, retry));
    }

    /// Reads what [#writeRetry] wrote.
    ///
    /// @throws ProtocolException if that is not what it is
    public static RetryPolicy readRetry(String json) {
        return Json.read(json.getBytes(StandardCharsets.UTF_8), MOST_BYTES, RetryFields.FORM::read);
    }

    private static JobPlan readFields(Fields fields) {
        return Forms.checked(
                () ->
                        new JobPlan(
                                fields.required(PRIORITY),
                                Requirement.of(fields.required(REQUIREMENT)),
                                fields.optional(GATE),
                                fields.required(RETRY),
                                fields.required(MAX_RUNTIME),
                                fields.optional(NOT_BEFORE),
                                fields.optional(DEADLINE)));
    }

    private static void writeFields(JsonGenerator out, JobPlan plan) {
        PRIORITY.write(out, plan.priority());
        REQUIREMENT.write(out, List.copyOf(plan.requirement().tags()));
        GATE.write(out, plan.gate());
        RETRY.write(out, plan.retry());
        MAX_RUNTIME.write(out, plan.maxRuntime());
        NOT_BEFORE.write(out, plan.notBefore());
        DEADLINE.write(out, plan.deadline());
    }
}
