package dev.baton.cli;

import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// The options that say where an orchestrator keeps everything.
final class StoreOptions {
    @Mixin private SettingsFile settings;

    @Option(names = "--data", paramLabel = "DIR", description = "the data directory (baton-data)")
    private @Nullable String data;

    @Option(names = "--sqlite", paramLabel = "FILE", description = "jobs are in this SQLite file")
    private @Nullable String sqlite;

    @Option(names = "--postgres", paramLabel = "URL", description = "jobs are in PostgreSQL")
    private @Nullable String postgres;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "any other setting, such as lease.ttl=60s")
    private Map<String, String> others = new LinkedHashMap<>();

    /// What the file, the environment and these options say.
    SettingSources sources() {
        return sources(_ -> {});
    }

    /// What was set, `--set` last.
    ///
    /// @param more adds the options of a command that has others
    SettingSources sources(Consumer<SettingSources> more) {
        var sources = settings.read();
        more.accept(sources);
        flag(sources, ServerSetting.SERVER_DATA, data);
        flag(sources, ServerSetting.STORE_SQLITE, sqlite);
        flag(sources, ServerSetting.POSTGRES_URL, postgres);
        others.forEach(sources::flag);
        return sources;
    }

    /// The same as `baton server` with the same options would read. Of what goes on inside, only warnings are printed.
    ServerConfig config() {
        System.setProperty("baton.log.level", "warn");
        return ServerConfig.read(sources());
    }

    static void flag(SettingSources sources, ServerSetting setting, @Nullable String value) {
        if (value != null) {
            sources.flag(setting, value);
        }
    }
}
