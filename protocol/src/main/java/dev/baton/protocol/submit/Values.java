package dev.baton.protocol.submit;

import dev.baton.core.Shown;
import dev.baton.protocol.Surrogates;

import tools.jackson.databind.JsonNode;

/// JSON values of a submission: how an error shows one, and which may be passed on.
final class Values {
    private Values() {}

    static String shown(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "'" + Shown.of(value.stringValue()) + "'";
            case NUMBER, BOOLEAN, NULL -> Shown.of(value.toString());
            case MISSING -> "none";
            case BINARY, POJO -> throw new IllegalStateException("no such value in JSON");
        };
    }

    /// A number as people write it: `1`, not `1.0`.
    static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /// The nearest double, which may be infinite. Jackson's own conversion throws then.
    static double asDouble(JsonNode number) {
        return number.numberValue().doubleValue();
    }

    /// Whether every reader after us sees what we see: finite numbers, text that UTF-8 can write.
    static boolean arePortable(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT ->
                    value.properties().stream()
                            .allMatch(
                                    entry ->
                                            Surrogates.arePaired(entry.getKey())
                                                    && arePortable(entry.getValue()));
            case ARRAY -> value.values().stream().allMatch(Values::arePortable);
            case STRING -> Surrogates.arePaired(value.stringValue());
            case NUMBER -> Double.isFinite(asDouble(value));
            case BOOLEAN, NULL -> true;
            case MISSING, BINARY, POJO -> throw new IllegalStateException("no such value in JSON");
        };
    }
}
