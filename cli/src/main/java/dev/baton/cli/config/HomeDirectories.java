package dev.baton.cli.config;

import java.nio.file.Path;
import java.util.Map;

/// Where a user's own files belong, by the XDG rules.
///
/// @param config for what a person would miss
/// @param data for what Baton makes
public record HomeDirectories(Path config, Path data) {
    private static final String NAME = "baton";

    public static HomeDirectories ofThisUser() {
        return of(System.getenv(), System.getProperty("user.home"));
    }

    static HomeDirectories of(Map<String, String> environment, String home) {
        // HOME first: the JVM asks the list of users instead, which is not what people mean when
        // they set HOME.
        Path own = Path.of(environment.getOrDefault("HOME", home));
        return new HomeDirectories(
                directory(environment, "XDG_CONFIG_HOME", own.resolve(".config")),
                directory(environment, "XDG_DATA_HOME", own.resolve(".local/share")));
    }

    public Path credentials() {
        return config.resolve("credentials.toml");
    }

    /// A relative path in a variable does not count: the rules say so.
    private static Path directory(Map<String, String> environment, String variable, Path usual) {
        String value = environment.getOrDefault(variable, "");
        Path base = value.startsWith("/") ? Path.of(value) : usual;
        return base.resolve(NAME);
    }
}
