package dev.baton.protocol;

import dev.baton.core.Backoff;
import dev.baton.core.Ending;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RetryPolicy.Tolerance;

import tools.jackson.core.JsonGenerator;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The fields of a retry policy, by the names that a submission uses too.
final class RetryFields {
    private static final JsonForm<Integer> COUNT = NumberForms.integer(0, Integer.MAX_VALUE);

    private static final Shape TOLERANCE_SHAPE = new Shape();
    private static final Field<Integer> LOSSES = TOLERANCE_SHAPE.field("losses", COUNT);
    private static final Field<Integer> UNACKNOWLEDGED =
            TOLERANCE_SHAPE.field("unacknowledged", COUNT);
    private static final Field<Integer> RELEASES = TOLERANCE_SHAPE.field("releases", COUNT);

    private static final Shape BACKOFF_SHAPE = new Shape();
    private static final Field<Duration> FIRST =
            BACKOFF_SHAPE.field("first_seconds", NumberForms.SECONDS);
    private static final Field<Double> FACTOR =
            BACKOFF_SHAPE.field("factor", NumberForms.number(0, Integer.MAX_VALUE));
    private static final Field<Duration> MOST =
            BACKOFF_SHAPE.field("most_seconds", NumberForms.SECONDS);
    private static final Field<Double> JITTER =
            BACKOFF_SHAPE.field("jitter", NumberForms.number(0, 1));

    private static final Shape RETRY_SHAPE = new Shape();
    private static final Field<Integer> MAX_ATTEMPTS = RETRY_SHAPE.field("max_attempts", COUNT);
    private static final Field<List<Ending>> RETRY_ON =
            RETRY_SHAPE.field(
                    "retry_on",
                    Forms.list(Forms.oneOf(EnumSet.allOf(Ending.class)), Ending.values().length));
    private static final Field<Backoff> BACKOFF =
            RETRY_SHAPE.field(
                    "backoff",
                    Forms.object(
                            BACKOFF_SHAPE, RetryFields::readBackoff, RetryFields::writeBackoff));
    private static final Field<Duration> RETRY_AFTER_MOST =
            RETRY_SHAPE.field("retry_after_most_seconds", NumberForms.SECONDS);
    private static final Field<Tolerance> TOLERANCE =
            RETRY_SHAPE.field(
                    "tolerance",
                    Forms.object(
                            TOLERANCE_SHAPE,
                            RetryFields::readTolerance,
                            RetryFields::writeTolerance));

    static final JsonForm<RetryPolicy> FORM =
            Forms.object(RETRY_SHAPE, RetryFields::readPolicy, RetryFields::writePolicy);

    private RetryFields() {}

    private static RetryPolicy readPolicy(Fields fields) {
        return Forms.checked(
                () ->
                        new RetryPolicy(
                                fields.required(MAX_ATTEMPTS),
                                Set.copyOf(fields.required(RETRY_ON)),
                                fields.required(BACKOFF),
                                fields.required(RETRY_AFTER_MOST),
                                fields.required(TOLERANCE)));
    }

    private static void writePolicy(JsonGenerator out, RetryPolicy policy) {
        MAX_ATTEMPTS.write(out, policy.maxAttempts());
        RETRY_ON.write(out, policy.retried().stream().sorted().toList());
        BACKOFF.write(out, policy.backoff());
        RETRY_AFTER_MOST.write(out, policy.retryAfterMost());
        TOLERANCE.write(out, policy.tolerance());
    }

    private static Backoff readBackoff(Fields fields) {
        return Forms.checked(
                () ->
                        new Backoff(
                                fields.required(FIRST),
                                fields.required(FACTOR),
                                fields.required(MOST),
                                fields.required(JITTER)));
    }

    private static void writeBackoff(JsonGenerator out, Backoff backoff) {
        FIRST.write(out, backoff.first());
        FACTOR.write(out, backoff.factor());
        MOST.write(out, backoff.most());
        JITTER.write(out, backoff.jitter());
    }

    private static Tolerance readTolerance(Fields fields) {
        return Forms.checked(
                () ->
                        new Tolerance(
                                fields.required(LOSSES),
                                fields.required(UNACKNOWLEDGED),
                                fields.required(RELEASES)));
    }

    private static void writeTolerance(JsonGenerator out, Tolerance tolerance) {
        LOSSES.write(out, tolerance.losses());
        UNACKNOWLEDGED.write(out, tolerance.unacknowledged());
        RELEASES.write(out, tolerance.releases());
    }
}
