package dev.baton.settings;

import java.util.List;

/// The settings make no sense: all that is wrong with them, at once.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final List<String> errors;

    public ConfigException(List<String> errors) {
        super(String.join(System.lineSeparator(), errors));
        this.errors = List.copyOf(errors);
    }

    public List<String> errors() {
        return errors;
    }
}
