package dev.baton.settings;

import java.util.Locale;

/// Something that can be set. Each program has an enum of its own settings.
///
/// `server.port` is `port` under `[server]` in the file, and `BATON_SERVER_PORT` in the environment.
public interface Setting {
    /// Its name, beginning with its section: `server.port`.
    String key();

    /// The default as one would write it. An empty one means: not set.
    String defaultText();

    /// What it is, for people.
    String meaning();

    /// Whether the value must never be shown.
    default boolean isSecret() {
        return false;
    }

    /// Whether it may be an array in the file; elsewhere its parts are separated by commas.
    default boolean isList() {
        return false;
    }

    /// The name of the environment variable.
    default String variable() {
        return "BATON_" + key().toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /// The first part of the key: the table of the file that it is in.
    default String section() {
        return key().substring(0, key().indexOf('.'));
    }
}
