package dev.baton.server.config;

import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

/// What bounds the requests of strangers.
///
/// @param frameBytes the largest frame that a lease stream accepts
/// @param requestsPerSecond how fast one token may ask, after it has used up its burst
/// @param watchers how many readers may follow events and logs at once
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
        int connections,
        int watchers) {
    private static final int HIGHEST_RATE = 1_000_000;
    private static final int MOST_CONNECTIONS = 1_000_000;
    private static final long LARGEST_BODY = 256L << 20;

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
                settings.number(ServerSetting.CONNECTIONS, 1, MOST_CONNECTIONS),
                settings.number(ServerSetting.WATCHERS, 0, MOST_CONNECTIONS));
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
