package dev.baton.protocol;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.Requirement;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The forms of values that messages are made of.
public final class Forms {
    public static final JsonForm<Boolean> FLAG =
            JsonForm.of(
                    in -> {
                        if (!in.currentToken().isBoolean()) {
                            throw ProtocolException.expected("true or false", Came.as(in));
                        }
                        return in.getBooleanValue();
                    },
                    JsonGenerator::writeBoolean);

    public static final JsonForm<Instant> INSTANT = parsed(Rfc3339::parse, Rfc3339::text);
    static final JsonForm<JobId> JOB_ID = parsed(JobId::parse);
    static final JsonForm<RunId> RUN_ID = parsed(RunId::parse);
    static final JsonForm<RunnerId> RUNNER_ID = parsed(RunnerId::new);
    static final JsonForm<InstanceId> INSTANCE = parsed(InstanceId::new);
    static final JsonForm<LeaseId> LEASE_ID = secret(LeaseId::new, LeaseId::text);
    static final JsonForm<CancelToken> CANCEL_TOKEN = secret(CancelToken::new, CancelToken::text);

    /// Each tag is looked at by whoever makes something of them.
    static final JsonForm<String> TAG = TextForms.name(Requirement.MOST_CHARACTERS);

    static final JsonForm<List<String>> TAGS =
            list(TextForms.prose(Requirement.MOST_CHARACTERS), Capabilities.MOST_TAGS);

    static final JsonForm<Capabilities> CAPABILITIES =
            JsonForm.of(
                    in -> {
                        List<String> tags = TAGS.read(in);
                        return checked(() -> Capabilities.of(tags));
                    },
                    (out, value) -> TAGS.write(out, value.tags().stream().sorted().toList()));

    private Forms() {}

    /// A value that is written as text and reads itself from it.
    static <T> JsonForm<T> parsed(Function<String, T> parser) {
        return parsed(parser, Object::toString);
    }

    private static <T> JsonForm<T> parsed(Function<String, T> parser, Function<T, String> writer) {
        return JsonForm.of(
                in -> {
                    String text = TextForms.text(in);
                    return checked(() -> parser.apply(text));
                },
                (out, value) -> out.writeString(writer.apply(value)));
    }

    static <E extends Enum<E>> JsonForm<E> oneOf(Set<E> allowed) {
        return JsonForm.of(
                in -> {
                    String text = TextForms.text(in);
                    for (E value : allowed) {
                        if (value.name().equals(text)) {
                            return value;
                        }
                    }
                    throw ProtocolException.expected("one of " + allowed, Came.as(in));
                },
                (out, value) -> out.writeString(value.name()));
    }

    static <T> JsonForm<List<T>> list(JsonForm<T> form, int most) {
        return JsonForm.of(
                in -> readList(in, form, most),
                (out, values) -> {
                    out.writeStartArray();
                    values.forEach(value -> form.write(out, value));
                    out.writeEndArray();
                });
    }

    /// An object with fields of its own.
    public static <T> JsonForm<T> object(
            Shape shape, Function<Fields, T> reader, BiConsumer<JsonGenerator, T> writer) {
        return JsonForm.of(
                in -> {
                    if (in.currentToken() != JsonToken.START_OBJECT) {
                        throw ProtocolException.expected("an object", Came.as(in));
                    }
                    return reader.apply(Fields.read(in, shape));
                },
                (out, value) -> {
                    out.writeStartObject();
                    writer.accept(out, value);
                    out.writeEndObject();
                });
    }

    private static <T> List<T> readList(JsonParser in, JsonForm<T> form, int most) {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw ProtocolException.expected("an array", Came.as(in));
        }
        var values = new ArrayList<T>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (values.size() == most) {
                throw new ProtocolException(
                        ErrorCode.TOO_LARGE, "expected at most %d, got more".formatted(most));
            }
            try {
                values.add(form.read(in));
            } catch (ProtocolException e) {
                throw e.at("[" + values.size() + "]");
            }
        }
        return values;
    }

    /// A text that no error message quotes.
    private static <T> JsonForm<T> secret(Function<String, T> reader, Function<T, String> writer) {
        return JsonForm.of(
                in -> {
                    if (in.currentToken() != JsonToken.VALUE_STRING) {
                        throw ProtocolException.expected("text", Came.secretly(in));
                    }
                    String text = in.getString();
                    return checked(() -> reader.apply(text));
                },
                (out, value) -> out.writeString(writer.apply(value)));
    }

    /// Runs a constructor of the core, whose messages name the thing before they say what was expected: here the path
    /// of the field does.
    static <T> T checked(Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new ProtocolException(
                    ErrorCode.INVALID_FIELD,
                    message.substring(Math.max(0, message.indexOf("expected "))));
        }
    }
}
