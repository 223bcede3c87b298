package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.io.SerializedString;

import java.util.HashMap;
import java.util.Map;

/// The fields that an object may have. Others are ignored: a newer peer may know more than we do.
public final class Shape {
    private static final int MOST_FIELDS = Long.SIZE;
    private final Map<String, Field<?>> fields = new HashMap<>();

    /// Adds a field. Only for the initializers of constants.
    public <T> Field<T> field(String name, JsonForm<T> form) {
        var field = new Field<>(fields.size(), new SerializedString(name), form);
        if (fields.putIfAbsent(name, field) != null || fields.size() > MOST_FIELDS) {
            throw new IllegalStateException("field %s is one too many".formatted(name));
        }
        return field;
    }

    @Nullable Field<?> find(String name) {
        return fields.get(name);
    }

    int size() {
        return fields.size();
    }
}
