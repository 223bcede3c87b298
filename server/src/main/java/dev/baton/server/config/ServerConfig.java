package dev.baton.server.config;

import dev.baton.core.LeaseTerms;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;
import dev.baton.store.StoreConfig;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Everything an orchestrator has to know to start. It cannot be wrong: whoever has one can use it.
///
/// @param data the directory that holds everything on this machine
/// @param schedules the file with runs to submit by the clock, if there is one
/// @param otlpEndpoint where traces are sent, if they are wanted
public record ServerConfig(
        Listen listen,
        Path data,
        StoreConfig store,
        LeaseTerms lease,
        Limits limits,
        Duration sweepInterval,
        Functions functions,
        @Nullable Path schedules,
        @Nullable String otlpEndpoint,
        Logging logging) {
    private static final Duration LONGEST_SWEEP_INTERVAL = Duration.ofMinutes(1);
    private static final int MOST_LANES = 64;

    public static final ServerConfig DEFAULTS = read(new SettingSources(ServerSetting.values()));

    /// How log lines look.
    public record Logging(String format, String level) {
        private static final List<String> FORMATS = List.of("plain", "json");
        private static final List<String> LEVELS =
                List.of("error", "warn", "info", "debug", "trace");
    }

    /// Reads what was set, and the defaults of the rest.
    ///
    /// @throws ConfigException with everything that is wrong
    public static ServerConfig read(SettingSources sources) {
        var settings = new SettingReader(sources);
        Path data = settings.path(ServerSetting.SERVER_DATA);
        Listen listen = Listen.read(settings);
        StoreConfig store = store(settings, data);
        LeaseTerms lease = lease(settings);
        Limits limits = Limits.read(settings);
        Duration sweepInterval = sweepInterval(settings);
        Functions functions = Functions.read(settings);
        Path schedules =
                settings.isSet(ServerSetting.SCHEDULES_FILE)
                        ? settings.path(ServerSetting.SCHEDULES_FILE)
                        : null;
        String otlp = OtlpEndpoint.read(settings);
        Logging logging =
                new Logging(
                        oneOf(settings, ServerSetting.LOG_FORMAT, Logging.FORMATS),
                        oneOf(settings, ServerSetting.LOG_LEVEL, Logging.LEVELS));
        if (!settings.errors().isEmpty()) {
            throw new ConfigException(settings.errors());
        }
        return new ServerConfig(
                listen,
                data,
                store,
                lease,
                limits,
                sweepInterval,
                functions,
                schedules,
                otlp,
                logging);
    }

    private static StoreConfig store(SettingReader settings, Path data) {
        boolean postgres = settings.isSet(ServerSetting.POSTGRES_URL);
        if (postgres && settings.isSet(ServerSetting.STORE_SQLITE)) {
            settings.error(
                    ServerSetting.STORE_SQLITE,
                    "expected SQLite or PostgreSQL, got settings for both");
        }
        boolean durable = settings.flag(ServerSetting.STORE_DURABLE);
        if (!postgres) {
            return new StoreConfig.Sqlite(
                    settings.isSet(ServerSetting.STORE_SQLITE)
                            ? settings.path(ServerSetting.STORE_SQLITE)
                            : data.resolve("baton.db"),
                    durable);
        }
        if (!durable) {
            settings.error(
                    ServerSetting.STORE_DURABLE,
                    "expected true with PostgreSQL, whose own settings decide this");
        }
        String url = settings.text(ServerSetting.POSTGRES_URL);
        if (!url.startsWith("jdbc:postgresql:")) {
            settings.error(
                    ServerSetting.POSTGRES_URL, "expected a URL that begins with jdbc:postgresql:");
        }
        if (url.contains("password=")) {
            settings.error(
                    ServerSetting.POSTGRES_URL,
                    "expected no password in it; use "
                            + ServerSetting.POSTGRES_PASSWORD_FILE.key());
        }
        return new StoreConfig.Postgres(
                url,
                settings.isSet(ServerSetting.POSTGRES_USER)
                        ? settings.text(ServerSetting.POSTGRES_USER)
                        : null,
                password(settings),
                settings.number(ServerSetting.POSTGRES_LANES, 1, MOST_LANES));
    }

    private static @Nullable String password(SettingReader settings) {
        if (settings.isSet(ServerSetting.POSTGRES_PASSWORD_FILE)) {
            if (settings.isSet(ServerSetting.POSTGRES_PASSWORD)) {
                settings.error(
                        ServerSetting.POSTGRES_PASSWORD,
                        "expected the password or a file with it, got both");
            }
            return settings.secretIn(ServerSetting.POSTGRES_PASSWORD_FILE);
        }
        return settings.isSet(ServerSetting.POSTGRES_PASSWORD)
                ? settings.text(ServerSetting.POSTGRES_PASSWORD)
                : null;
    }

    private static LeaseTerms lease(SettingReader settings) {
        Duration ttl = settings.duration(ServerSetting.LEASE_TTL);
        Duration heartbeat = settings.duration(ServerSetting.LEASE_HEARTBEAT_INTERVAL);
        Duration ack = settings.duration(ServerSetting.LEASE_ACK_TIMEOUT);
        Duration cancel = settings.duration(ServerSetting.LEASE_CANCEL_DEADLINE);
        Duration grace = settings.duration(ServerSetting.LEASE_RUNTIME_GRACE);
        var wrong = LeaseTerms.errors(ttl, heartbeat, ack, cancel, grace);
        settings.errors().addAll(wrong);
        return wrong.isEmpty()
                ? new LeaseTerms(ttl, heartbeat, ack, cancel, grace)
                : LeaseTerms.DEFAULTS;
    }

    private static Duration sweepInterval(SettingReader settings) {
        Duration interval = settings.duration(ServerSetting.SWEEP_INTERVAL);
        if (interval.toMillis() < 1 || interval.compareTo(LONGEST_SWEEP_INTERVAL) > 0) {
            settings.error(ServerSetting.SWEEP_INTERVAL, "expected 1ms to 1m");
        }
        return interval;
    }

    private static String oneOf(
            SettingReader settings, ServerSetting setting, List<String> allowed) {
        String value = settings.text(setting);
        if (!allowed.contains(value)) {
            settings.error(
                    setting,
                    "expected one of %s, got '%s'".formatted(String.join(", ", allowed), value));
        }
        return value;
    }
}
