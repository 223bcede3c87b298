package dev.baton.protocol;

import dev.baton.core.Shown;

import tools.jackson.core.JsonParser;

/// What came instead of what was expected, in words for an error message.
public final class Came {
    private Came() {}

    public static String as(JsonParser in) {
        return switch (in.currentToken()) {
            case START_OBJECT, END_OBJECT -> "an object";
            case START_ARRAY, END_ARRAY -> "an array";
            case VALUE_STRING, PROPERTY_NAME -> quoted(in.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "the number " + Shown.of(in.getString());
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case VALUE_NULL -> "null";
            case null -> "nothing";
            case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new IllegalStateException("no such token in JSON");
        };
    }

    /// The kind of value, for what must not be quoted.
    static String secretly(JsonParser in) {
        return switch (in.currentToken()) {
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case null, default -> as(in);
        };
    }

    public static String quoted(String text) {
        return "'" + Shown.of(text) + "'";
    }
}
