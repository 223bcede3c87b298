package dev.baton.settings;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// One table of a configuration file while it is read. What was asked for is what is known; [#refuseOthers] then notes the rest.
public final class ConfigTable {
    private final String prefix;
    private final JsonNode table;
    private final List<String> errors;
    private final Set<String> asked = new LinkedHashSet<>();

    /// The whole file.
    ///
    /// @param errors where everything that is wrong is noted
    public ConfigTable(ObjectNode file, List<String> errors) {
        this("", file, errors);
    }

    private ConfigTable(String prefix, JsonNode table, List<String> errors) {
        this.prefix = prefix;
        this.table = table;
        this.errors = errors;
    }

    /// A table in this one; an empty one if it is not there.
    public ConfigTable table(String name) {
        JsonNode value = value(name);
        if (!value.isMissingNode() && !value.isObject()) {
            wrong(name, "a table", value);
        }
        return new ConfigTable(prefix + name + ".", value, errors);
    }

    /// What is in it, where the names are not ours.
    public List<String> names() {
        return List.copyOf(table.propertyNames());
    }

    public boolean has(String name) {
        return !value(name).isMissingNode();
    }

    public @Nullable String text(String name) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isString() || value.stringValue().isBlank()) {
            wrong(name, "a text", value);
            return null;
        }
        return value.stringValue();
    }

    public boolean flag(String name, boolean otherwise) {
        JsonNode value = value(name);
        if (value.isMissingNode() || value.isBoolean()) {
            return value.asBoolean(otherwise);
        }
        wrong(name, "true or false", value);
        return otherwise;
    }

    public int number(String name, int otherwise, int least, int most) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= least
                && value.intValue() <= most) {
            return value.intValue();
        }
        wrong(name, "%d to %d".formatted(least, most), value);
        return otherwise;
    }

    public Duration duration(String name, Duration otherwise) {
        String text = text(name);
        return text == null
                ? otherwise
                : SettingReader.parseDuration(text)
                        .orElseGet(
                                () -> {
                                    wrong(name, "a duration such as 500ms, 20s or 5m", value(name));
                                    return otherwise;
                                });
    }

    public @Nullable Path path(String name, Path relativeTo) {
        String text = text(name);
        return text == null ? null : relativeTo.resolve(text);
    }

    public List<String> texts(String name) {
        JsonNode value = value(name);
        var texts = new ArrayList<String>();
        if (value.isArray() && value.valueStream().allMatch(JsonNode::isString)) {
            value.valueStream().map(JsonNode::stringValue).forEach(texts::add);
        } else if (!value.isMissingNode()) {
            wrong(name, "a list of texts", value);
        }
        return texts;
    }

    /// Names that are not ours, and texts.
    public Map<String, String> textMap(String name) {
        var texts = new LinkedHashMap<String, String>();
        table(name)
                .table
                .properties()
                .forEach(
                        entry -> {
                            if (entry.getValue().isContainer()) {
                                wrong(name + "." + entry.getKey(), "a text", entry.getValue());
                            } else {
                                texts.put(entry.getKey(), entry.getValue().asString());
                            }
                        });
        return texts;
    }

    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> choices) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        for (E choice : choices.getEnumConstants()) {
            if (word(choice).equals(text)) {
                return choice;
            }
        }
        wrong(
                name,
                "one of "
                        + Set.of(choices.getEnumConstants()).stream()
                                .map(ConfigTable::word)
                                .sorted()
                                .collect(Collectors.joining(", ")),
                value(name));
        return null;
    }

    public void error(String name, String what) {
        errors.add("%s%s: %s".formatted(prefix, name, what));
    }

    public void refuseOthers() {
        table.propertyNames()
                .forEach(
                        name -> {
                            if (!asked.contains(name)) {
                                error(
                                        Shown.of(name),
                                        "there is no such key"
                                                + NearestName.to(name, List.copyOf(asked))
                                                        .map("; did you mean %s?"::formatted)
                                                        .orElse(""));
                            }
                        });
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private JsonNode value(String name) {
        asked.add(name);
        return table.path(name);
    }

    private void wrong(String name, String expected, JsonNode value) {
        error(name, "expected %s, got %s".formatted(expected, Shown.of(value.toString())));
    }
}
