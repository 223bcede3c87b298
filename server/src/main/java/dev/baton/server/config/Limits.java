package dev.baton.server.config;

import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import java.time.Duration;

/// What bounds the requests of strangers.
///
/// @param frameBytes the largest frame that a lease stream accepts
/// @param requestsPerSecond how fast one token may ask, after it has used up its burst
/// @param streamsPerToken how many lease streams one token may have open
public record Limits(
        int requestBytes,
        int submitBytes,
        int frameBytes,
        long artifactBytes,
        long logBytes,
        long contentBytes,
        long packBytes,
        int requestsPerSecond,
        int requestBurst,
        Jobs jobs,
        Connections connections,
        Pace pace,
        Watching watching,
        int streamsPerToken,
        Space space) {
    private static final int HIGHEST_RATE = 1_000_000;
    private static final int MOST_CONNECTIONS = 1_000_000;
    private static final long LARGEST_BODY = 256L << 20;
    private static final long LEAST_HEADER_BYTES = 1 << 10;
    private static final long MOST_HEADER_BYTES = 1 << 20;
    private static final Duration LONGEST_TIME = Duration.ofHours(1);

    /// How fast one token may submit jobs, after it has used up its burst.
    public record Jobs(int perSecond, int burst) {}

    /// How many connections there may be.
    public record Connections(int most, int perAddress, int headerBytes) {}

    /// How slow a client may be.
    ///
    /// @param header how long a request line with all headers may take
    /// @param body how long a body may take, however small it is
    /// @param bodyRate how many bytes a second a body has to keep up that takes longer
    /// @param write how long a client may leave a piece of an answer unread
    public record Pace(Duration header, Duration body, int bodyRate, Duration write) {}

    /// How many readers may follow events and logs at once.
    public record Watching(int most, int perToken) {}

    /// What all requests share.
    ///
    /// @param memoryBytes how much memory they may hold at once; 0 for half of the heap
    /// @param diskReserve how much of the disk of the blobs stays free; -1 for what fits the size of the disk
    public record Space(long memoryBytes, long diskReserve) {}

    public static final Limits DEFAULTS =
            read(new SettingReader(new SettingSources(ServerSetting.values())));

    static Limits read(SettingReader settings) {
        return new Limits(
                body(settings, ServerSetting.REQUEST_BYTES),
                body(settings, ServerSetting.SUBMIT_BYTES),
                body(settings, ServerSetting.FRAME_BYTES),
                positive(settings, ServerSetting.ARTIFACT_BYTES),
                positive(settings, ServerSetting.LOG_BYTES),
                positive(settings, ServerSetting.CONTENT_BYTES),
                positive(settings, ServerSetting.PACK_BYTES),
                settings.number(ServerSetting.REQUESTS_PER_SECOND, 1, HIGHEST_RATE),
                settings.number(ServerSetting.REQUEST_BURST, 1, HIGHEST_RATE),
                new Jobs(
                        settings.number(ServerSetting.JOBS_PER_SECOND, 1, HIGHEST_RATE),
                        settings.number(ServerSetting.JOB_BURST, 1, HIGHEST_RATE)),
                new Connections(
                        connections(settings, ServerSetting.CONNECTIONS),
                        connections(settings, ServerSetting.CONNECTIONS_PER_ADDRESS),
                        headerBytes(settings)),
                new Pace(
                        time(settings, ServerSetting.HEADER_TIME),
                        time(settings, ServerSetting.BODY_TIME),
                        body(settings, ServerSetting.BODY_RATE),
                        time(settings, ServerSetting.WRITE_TIME)),
                new Watching(
                        settings.number(ServerSetting.WATCHERS, 0, MOST_CONNECTIONS),
                        settings.number(ServerSetting.WATCHERS_PER_TOKEN, 0, MOST_CONNECTIONS)),
                connections(settings, ServerSetting.STREAMS_PER_TOKEN),
                new Space(
                        settings.isSet(ServerSetting.MEMORY_BYTES)
                                ? positive(settings, ServerSetting.MEMORY_BYTES)
                                : 0,
                        settings.isSet(ServerSetting.DISK_RESERVE)
                                ? settings.bytes(ServerSetting.DISK_RESERVE)
                                : -1));
    }

    private static int connections(SettingReader settings, ServerSetting setting) {
        return settings.number(setting, 1, MOST_CONNECTIONS);
    }

    private static int headerBytes(SettingReader settings) {
        long bytes = settings.bytes(ServerSetting.HEADER_BYTES);
        if (bytes < LEAST_HEADER_BYTES || bytes > MOST_HEADER_BYTES) {
            settings.error(
                    ServerSetting.HEADER_BYTES,
                    "expected 1KiB to 1MiB, got " + settings.text(ServerSetting.HEADER_BYTES));
            return Math.toIntExact(LEAST_HEADER_BYTES);
        }
        return Math.toIntExact(bytes);
    }

    private static Duration time(SettingReader settings, ServerSetting setting) {
        Duration time = settings.duration(setting);
        if (time.toMillis() < 1 || time.compareTo(LONGEST_TIME) > 0) {
            settings.error(setting, "expected 1ms to 1h, got " + settings.text(setting));
        }
        return time;
    }

    /// Bodies are held in memory while they are read.
    private static int body(SettingReader settings, ServerSetting setting) {
        long bytes = positive(settings, setting);
        if (bytes > LARGEST_BODY) {
            settings.error(setting, "expected at most 256MiB, got " + settings.text(setting));
            return 1;
        }
        return Math.toIntExact(bytes);
    }

    private static long positive(SettingReader settings, ServerSetting setting) {
        long bytes = settings.bytes(setting);
        if (bytes < 1) {
            settings.error(setting, "expected more than zero, got " + settings.text(setting));
            return 1;
        }
        return bytes;
    }
}
