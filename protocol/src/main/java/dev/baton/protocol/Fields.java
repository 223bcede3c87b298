package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The fields of one object as they came, in whatever order they came.
///
/// A field that is wrong is kept as an error, and thrown only when somebody asks for it. So the whole object is always
/// read: the next message of a frame is not disturbed, and a message is not refused for a field that is not its own.
public final class Fields {
    private final @Nullable Object[] values;

    private Fields(Shape shape) {
        this.values = new @Nullable Object[shape.size()];
    }

    /// Reads the object that the parser is on, to its end.
    static Fields read(JsonParser in, Shape shape) {
        var read = new Fields(shape);
        long seen = 0;
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            Field<?> field = shape.find(name);
            if (field == null) {
                in.skipChildren();
                continue;
            }
            long bit = 1L << field.index();
            read.values[field.index()] =
                    (seen & bit) == 0 ? valueOrError(in, field) : twice(in, field);
            seen |= bit;
        }
        return read;
    }

    /// The value, which has to be there.
    public <T> T required(Field<T> field) {
        T value = optional(field);
        if (value == null) {
            throw new ProtocolException(ErrorCode.MISSING_FIELD, "expected a value, got none")
                    .at(field.name().getValue());
        }
        return value;
    }

    public <T> T or(Field<T> field, T otherwise) {
        T value = optional(field);
        return value == null ? otherwise : value;
    }

    /// The value, or null if it is not there or is JSON's null.
    @SuppressWarnings("unchecked") // only the field's own form put it there
    public <T> @Nullable T optional(Field<T> field) {
        Object value = values[field.index()];
        if (value instanceof ProtocolException error) {
            throw error;
        }
        return (T) value;
    }

    /// The value, or null if it is not there or not as it should be.
    public <T> @Nullable T ifReadable(Field<T> field) {
        return values[field.index()] instanceof ProtocolException ? null : optional(field);
    }

    private static @Nullable Object valueOrError(JsonParser in, Field<?> field) {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        int depth = in.streamReadContext().getNestingDepth();
        int outside = in.currentToken().isStructStart() ? depth - 1 : depth;
        try {
            return field.form().read(in);
        } catch (ProtocolException e) {
            while (in.streamReadContext().getNestingDepth() > outside) {
                in.nextToken();
            }
            return e.at(field.name().getValue());
        }
    }

    private static ProtocolException twice(JsonParser in, Field<?> field) {
        in.skipChildren();
        return new ProtocolException(ErrorCode.DUPLICATE_FIELD, "expected it once, got it again")
                .at(field.name().getValue());
    }
}
