package dev.baton.server.config;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Collects what was set: file < environment < flag, in the order of the calls. Remembers what was wrong.
public final class SettingSources {
    private static final String PREFIX = "BATON_";

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);
    private final List<String> errors = new ArrayList<>();

    /// Reads a TOML file.
    public SettingSources file(Path file) {
        try {
            flatten(file, "", TomlMapper.builder().build().readTree(Files.readString(file)));
        } catch (IOException e) {
            errors.add("%s: cannot be read: %s".formatted(file, e.getClass().getSimpleName()));
        } catch (JacksonException e) {
            errors.add("%s: expected TOML: %s".formatted(file, e.getOriginalMessage()));
        }
        return this;
    }

    /// Reads the variables that begin with a section of ours. Other `BATON_` variables are not settings of a server.
    public SettingSources environment(Map<String, String> environment) {
        environment.forEach(
                (variable, value) -> {
                    if (Arrays.stream(Setting.values())
                            .map(setting -> setting.variable().split("_", 3)[1])
                            .anyMatch(section -> variable.startsWith(PREFIX + section + "_"))) {
                        Setting.ofVariable(variable)
                                .ifPresentOrElse(
                                        setting -> values.put(setting, value),
                                        () -> unknown("environment", variable, Setting::variable));
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
        Setting.ofKey(key)
                .ifPresentOrElse(
                        setting -> values.put(setting, value),
                        () -> unknown("--set", key, Setting::key));
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
                            } else if (value.isArray()) {
                                errors.add("%s: %s: expected one value".formatted(file, key));
                            } else {
                                Setting.ofKey(key)
                                        .ifPresentOrElse(
                                                setting -> values.put(setting, value.asString()),
                                                () -> unknown(file.toString(), key, Setting::key));
                            }
                        });
    }

    private void unknown(String where, String name, Function<Setting, String> naming) {
        var known = Arrays.stream(Setting.values()).map(naming).toList();
        String hint =
                NearestName.of(name, known)
                        .map(nearest -> "; did you mean %s?".formatted(nearest))
                        .orElse("");
        errors.add("%s: unknown setting %s%s".formatted(where, name, hint));
    }
}
