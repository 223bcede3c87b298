package dev.baton.settings;

import dev.baton.core.NearestName;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Collects what was set: file < environment < flag, in the order of the calls. Remembers what was wrong.
///
/// Programs share one file. Each one reads its own settings and passes over those of the others, but a name that none
/// of them knows is an error for all.
public final class SettingSources {
    private static final String PREFIX = "BATON_";
    private static final String SEPARATOR = ",";

    private final List<Setting> known;
    private final Map<Setting, String> values = new HashMap<>();
    private final List<String> errors = new ArrayList<>();

    /// Collects these settings; others are those of the programs beside this one.
    public SettingSources(Setting[]... known) {
        this.known = Arrays.stream(known).flatMap(Arrays::stream).toList();
    }

    /// Reads a TOML file.
    public SettingSources file(Path file) {
        try {
            flatten(file, "", TomlFile.read(file));
        } catch (ConfigException e) {
            errors.addAll(e.errors());
        }
        return this;
    }

    /// Reads the variables that begin with a section of ours. Other `BATON_` variables are not settings.
    public SettingSources environment(Map<String, String> environment) {
        environment.forEach(
                (variable, value) -> {
                    if (isOfASection(variable) || find(variable, Setting::variable).isPresent()) {
                        put("environment", variable, value, Setting::variable);
                    }
                });
        return this;
    }

    public SettingSources flag(Setting setting, String value) {
        values.put(setting, value);
        return this;
    }

    /// A setting that was named on the command line.
    public SettingSources flag(String key, String value) {
        put("--set", key, value, Setting::key);
        return this;
    }

    Map<Setting, String> values() {
        return values;
    }

    List<String> errors() {
        return errors;
    }

    private void flatten(Path file, String prefix, JsonNode table) {
        table.properties()
                .forEach(
                        entry -> {
                            String key = prefix + entry.getKey();
                            JsonNode value = entry.getValue();
                            if (value.isObject()) {
                                flatten(file, key + ".", value);
                            } else if (!value.isArray()) {
                                put(file.toString(), key, value.asString(), Setting::key);
                            } else if (isListOfTexts(key, value)) {
                                put(file.toString(), key, joined(value), Setting::key);
                            } else {
                                errors.add("%s: %s: expected one value".formatted(file, key));
                            }
                        });
    }

    private boolean isListOfTexts(String key, JsonNode array) {
        return find(key, Setting::key).map(Setting::isList).orElse(true)
                && array.valueStream().noneMatch(JsonNode::isContainer);
    }

    private static String joined(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).collect(Collectors.joining(SEPARATOR));
    }

    private boolean isOfASection(String variable) {
        return known.stream()
                .map(setting -> PREFIX + setting.section().toUpperCase(Locale.ROOT) + "_")
                .anyMatch(variable::startsWith);
    }

    private Optional<Setting> find(String name, Function<Setting, String> naming) {
        return known.stream().filter(setting -> naming.apply(setting).equals(name)).findAny();
    }

    private void put(String where, String name, String value, Function<Setting, String> naming) {
        find(name, naming)
                .ifPresentOrElse(
                        setting -> values.put(setting, value), () -> unknown(where, name, naming));
    }

    private void unknown(String where, String name, Function<Setting, String> naming) {
        String hint =
                NearestName.to(name, known.stream().map(naming).toList())
                        .map(nearest -> "; did you mean %s?".formatted(nearest))
                        .orElse("");
        errors.add("%s: unknown setting %s%s".formatted(where, name, hint));
    }
}
