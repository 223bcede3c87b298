package dev.baton.settings;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.toml.TomlMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads a file of settings.
public final class TomlFile {
    private static final long MOST_BYTES = 1 << 20;

    private TomlFile() {}

    /// Reads it.
    ///
    /// @throws ConfigException if there is none, if it is too large, or if it is no TOML
    public static ObjectNode read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw wrong(file, "expected at most %d bytes".formatted(MOST_BYTES));
            }
            return (ObjectNode) TomlMapper.builder().build().readTree(Files.readString(file));
        } catch (IOException e) {
            throw wrong(file, "cannot be read: " + UnreadableFile.why(e));
        } catch (JacksonException e) {
            throw wrong(file, "expected TOML: " + e.getOriginalMessage());
        }
    }

    private static ConfigException wrong(Path file, String why) {
        return new ConfigException(List.of("%s: %s".formatted(file, why)));
    }
}
