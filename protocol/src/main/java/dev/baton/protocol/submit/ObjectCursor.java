package dev.baton.protocol.submit;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;
import dev.baton.protocol.Rfc3339;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// One object of a submission while it is read: every wrong value is noted with its path, and reading goes on.
///
/// What was asked for is what is known; [#refuseOthers] then notes the rest.
final class ObjectCursor {
    private static final int MILLIS = 1_000;

    private final JsonNode node;
    private final String path;
    private final Problems problems;
    private final List<String> asked = new ArrayList<>();

    ObjectCursor(JsonNode node, String path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
        if (!node.isObject()) {
            problems.add(path, "expected an object, got " + Values.shown(node));
        }
    }

    boolean has(String key) {
        return value(key) != null;
    }

    /// The value as it is, or null if there is none.
    @Nullable JsonNode value(String key) {
        asked.add(key);
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? null : value;
    }

    /// A text of a kind, or null if there is none or it is wrong.
    @Nullable String text(String key, TextRule rule) {
        JsonNode value = value(key);
        return value == null ? null : text(value, pathOf(key), rule);
    }

    /// A text that has to be there. If it is not, that is noted, and the result is empty.
    String requiredText(String key, TextRule rule) {
        if (!has(key)) {
            problem(key, "expected %s, got none".formatted(rule.expected()));
        }
        String text = text(key, rule);
        return text == null ? "" : text;
    }

    int integer(String key, int least, int most, int otherwise) {
        JsonNode value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (value.isIntegralNumber() && value.canConvertToInt()) {
            int number = value.intValue();
            if (number >= least && number <= most) {
                return number;
            }
        }
        problem(key, "expected %d to %d, got %s".formatted(least, most, Values.shown(value)));
        return otherwise;
    }

    double number(String key, double least, double most, double otherwise) {
        JsonNode value = value(key);
        if (value == null) {
            return otherwise;
        }
        double number = value.isNumber() ? Values.asDouble(value) : Double.NaN;
        if (number >= least && number <= most) {
            return number;
        }
        problem(
                key,
                "expected %s to %s, got %s"
                        .formatted(Values.plain(least), Values.plain(most), Values.shown(value)));
        return otherwise;
    }

    /// A duration in seconds, to the millisecond.
    Duration seconds(String key, Duration least, Duration most, Duration otherwise) {
        double smallest = (double) least.toMillis() / MILLIS;
        double largest = (double) most.toMillis() / MILLIS;
        double seconds = number(key, smallest, largest, -1);
        return seconds < 0 ? otherwise : Duration.ofMillis(Math.round(seconds * MILLIS));
    }

    @Nullable Instant time(String key) {
        String text = text(key, TextRule.name(64));
        if (text == null) {
            return null;
        }
        return checked(key, () -> Rfc3339.parse(text));
    }

    /// What the reader makes of each element that is there; an element of which it makes null is left out.
    <T> List<T> list(
            String key, int least, int most, BiFunction<JsonNode, String, @Nullable T> reader) {
        JsonNode value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.size() < least || value.size() > most) {
            String came = value.isArray() ? value.size() + " of them" : Values.shown(value);
            problem(key, "expected an array of %d to %d, got %s".formatted(least, most, came));
            return List.of();
        }
        var read = new ArrayList<T>(value.size());
        for (int i = 0; i < value.size(); i++) {
            T element = reader.apply(value.get(i), pathOf(key) + "[" + i + "]");
            if (element != null) {
                read.add(element);
            }
        }
        return read;
    }

    List<String> texts(String key, int least, int most, TextRule rule) {
        return list(key, least, most, (element, at) -> text(element, at, rule));
    }

    /// An object of texts under names of the sender's choice.
    Map<String, String> map(String key, int most, TextRule names, TextRule values) {
        JsonNode value = value(key);
        if (value == null) {
            return Map.of();
        }
        if (!value.isObject() || value.size() > most) {
            String came = value.isObject() ? value.size() + " of them" : Values.shown(value);
            problem(key, "expected an object of at most %d texts, got %s".formatted(most, came));
            return Map.of();
        }
        var read = new LinkedHashMap<String, String>();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (!names.allows(entry.getKey())) {
                problem(
                        key,
                        "expected names of %s, got %s"
                                .formatted(names.expected(), shownName(entry.getKey(), names)));
                continue;
            }
            String text = text(entry.getValue(), pathOf(key) + "." + entry.getKey(), values);
            if (text != null) {
                read.put(entry.getKey(), text);
            }
        }
        return read;
    }

    private static String shownName(String name, TextRule rule) {
        return rule.quotable() ? "'" + Shown.of(name) + "'" : "another";
    }

    /// What the reader makes of an object, or null if there is none.
    <T> @Nullable T object(String key, Function<ObjectCursor, @Nullable T> reader) {
        JsonNode value = value(key);
        if (value == null) {
            return null;
        }
        return element(value, pathOf(key), reader);
    }

    /// What the reader makes of an object elsewhere in the same submission.
    <T> @Nullable T element(JsonNode value, String at, Function<ObjectCursor, @Nullable T> reader) {
        var inner = new ObjectCursor(value, at, problems);
        if (!value.isObject()) {
            return null;
        }
        T read = reader.apply(inner);
        inner.refuseOthers();
        return read;
    }

    /// Runs a constructor of the core, and notes what it says against its arguments.
    <T> @Nullable T checked(String key, Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            problem(key, message.substring(Math.max(0, message.indexOf("expected "))));
            return null;
        }
    }

    void problem(String key, String problem) {
        problems.add(pathOf(key), problem);
    }

    /// Notes every key that nobody asked for.
    void refuseOthers() {
        for (String key : node.propertyNames()) {
            if (!asked.contains(key)) {
                var known = new TreeSet<>(asked);
                String hint =
                        NearestName.to(key, known)
                                .map(" did you mean '%s'?"::formatted)
                                .orElse(" expected one of " + String.join(", ", known));
                problems.add(pathOf(Shown.of(key)), "unknown key;" + hint);
            }
        }
    }

    private @Nullable String text(JsonNode value, String at, TextRule rule) {
        if (value.isString() && rule.allows(value.stringValue())) {
            return value.stringValue();
        }
        problems.add(at, "expected %s, got %s".formatted(rule.expected(), rule.shown(value)));
        return null;
    }

    private String pathOf(String key) {
        if (key.isEmpty()) {
            return path;
        }
        return path.isEmpty() ? key : path + "." + key;
    }
}
