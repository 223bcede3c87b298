package dev.baton.cli.config;

import dev.baton.core.RunnerId;
import dev.baton.core.Sha256;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.ExecutorsFile;
import dev.baton.runner.RunnerConfig;
import dev.baton.runner.TelemetryConfig;
import dev.baton.runner.link.Orchestrators;
import dev.baton.server.config.OtlpEndpoint;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Makes the configuration of a runner of what was set.
public final class RunnerSettings {
    private static final String NAMELESS = "runner";
    private static final int ID_DIGEST_BYTES = 3;

    private RunnerSettings() {}

    /// Reads what was set, and the defaults of the rest.
    ///
    /// @throws ConfigException with everything that is wrong
    public static RunnerConfig read(SettingSources sources) {
        var settings = new SettingReader(sources);
        var orchestrators =
                new Orchestrators(servers(settings), settings.authorities(RunnerSetting.CA_FILE));
        String token = token(settings);
        Path data = settings.path(RunnerSetting.DATA);
        String id =
                settings.isSet(RunnerSetting.ID)
                        ? settings.text(RunnerSetting.ID)
                        : defaultId(data);
        int capacity = settings.number(RunnerSetting.CAPACITY, 1, RunnerConfig.MOST_CAPACITY);
        var stopGrace = settings.duration(RunnerSetting.STOP_GRACE);
        var killGrace = settings.duration(RunnerSetting.KILL_GRACE);
        long logBytes = settings.bytes(RunnerSetting.LOG_BYTES);
        if (!settings.errors().isEmpty()) {
            throw new ConfigException(settings.errors());
        }
        try {
            return new RunnerConfig(
                    orchestrators,
                    token,
                    id,
                    data,
                    capacity,
                    settings.texts(RunnerSetting.TAGS),
                    stopGrace,
                    killGrace,
                    logBytes);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(List.of("runner: " + e.getMessage()));
        }
    }

    /// The executors that the runner starts, by name.
    ///
    /// @throws ConfigException with everything that is wrong
    public static Map<String, ExecutorConfig> executors(SettingSources sources) {
        var settings = new SettingReader(sources);
        return settings.isSet(RunnerSetting.EXECUTORS)
                ? ExecutorsFile.read(settings.path(RunnerSetting.EXECUTORS))
                : Map.of();
    }

    /// How the runner can be watched.
    ///
    /// @throws ConfigException with everything that is wrong
    public static TelemetryConfig telemetry(SettingSources sources) {
        var settings = new SettingReader(sources);
        String endpoint = OtlpEndpoint.read(settings);
        int port = settings.number(RunnerSetting.METRICS_PORT, 0, TelemetryConfig.LARGEST_PORT);
        if (!settings.errors().isEmpty()) {
            throw new ConfigException(settings.errors());
        }
        return new TelemetryConfig(endpoint, port);
    }

    /// What a runner does at once, for people.
    public static String shown(RunnerConfig config, Map<String, ExecutorConfig> executors) {
        String calls =
                executors.entrySet().stream()
                        .map(
                                executor ->
                                        "%s %d"
                                                .formatted(
                                                        executor.getKey(),
                                                        executor.getValue().slots()))
                        .collect(Collectors.joining(", "));
        return "%d at once%s"
                .formatted(config.capacity(), calls.isEmpty() ? "" : "; executors " + calls);
    }

    /// A name that is the same after a restart, and another for another runner on this machine: each has a directory of its own.
    public static String defaultId(Path data) {
        String path = data.toAbsolutePath().normalize().toString();
        byte[] digest = Sha256.newDigest().digest(path.getBytes(StandardCharsets.UTF_8));
        String name = machineName();
        int most = RunnerId.MOST_CHARACTERS - 2 * ID_DIGEST_BYTES - 1;
        return "%s-%s"
                .formatted(
                        name.length() > most ? name.substring(0, most) : name,
                        HexFormat.of().formatHex(digest, 0, ID_DIGEST_BYTES));
    }

    /// What this machine is called, as far as a runner may be called that.
    public static String machineName() {
        var candidates = new ArrayList<String>();
        candidates.add(System.getenv().getOrDefault("HOSTNAME", ""));
        try {
            candidates.add(Files.readString(Path.of("/etc/hostname")).strip());
        } catch (IOException _) {
            // not every system has it
        }
        return candidates.stream()
                .filter(name -> name.matches("[A-Za-z0-9._-]{1,128}"))
                .findFirst()
                .orElse(NAMELESS);
    }

    private static List<URI> servers(SettingReader settings) {
        var servers = new ArrayList<URI>();
        for (String text : settings.texts(RunnerSetting.SERVER)) {
            try {
                servers.add(Target.parse(text));
            } catch (ConfigException e) {
                settings.error(RunnerSetting.SERVER, String.valueOf(e.getMessage()));
            }
        }
        return servers;
    }

    private static String token(SettingReader settings) {
        if (settings.isSet(RunnerSetting.TOKEN)) {
            return settings.text(RunnerSetting.TOKEN);
        }
        if (settings.isSet(RunnerSetting.TOKEN_FILE)) {
            return settings.secretIn(RunnerSetting.TOKEN_FILE);
        }
        settings.error(
                RunnerSetting.TOKEN,
                "expected a token of the kind runner: `baton token create runner NAME` prints one");
        return "";
    }
}
