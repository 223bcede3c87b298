package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/// A column and where its value comes from: said once, written by both databases.
record Column<T>(String name, Type type, Function<T, @Nullable Object> value) {
    enum Type {
        LONG,
        INT,
        TEXT,
        BYTES,
        FLAG
    }

    static <T> Column<T> ofLong(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, Type.LONG, value);
    }

    static <T> Column<T> ofInt(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, Type.INT, value);
    }

    static <T> Column<T> ofText(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, Type.TEXT, value);
    }

    static <T> Column<T> ofBytes(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, Type.BYTES, value);
    }

    static <T> Column<T> ofFlag(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, Type.FLAG, value);
    }
}
