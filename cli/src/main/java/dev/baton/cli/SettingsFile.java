package dev.baton.cli;

import dev.baton.cli.config.ClientSetting;
import dev.baton.cli.config.RunnerSetting;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;

/// The option that names the file of settings, which the programs share.
final class SettingsFile {
    private static final Path USUAL_FILE = Path.of("baton.toml");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "TOML file with settings (default: baton.toml, if there is one)")
    private @Nullable Path file;

    /// Nothing set so far, but every name known.
    static SettingSources none() {
        return new SettingSources(
                ServerSetting.values(), RunnerSetting.values(), ClientSetting.values());
    }

    /// What the file and the environment say.
    SettingSources read() {
        return addTo(none());
    }

    /// What the file and the environment say, above what is there already.
    SettingSources addTo(SettingSources sources) {
        if (file != null) {
            sources.file(file);
        } else if (Files.exists(USUAL_FILE)) {
            sources.file(USUAL_FILE);
        }
        return sources.environment(System.getenv());
    }
}
