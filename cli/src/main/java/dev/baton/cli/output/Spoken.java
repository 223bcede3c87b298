package dev.baton.cli.output;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// Times as people say them.
public final class Spoken {
    private Spoken() {}

    /// `0.42 s`, `12.3 s`, `4 min 10 s`, `3 h 20 min`, `5 d 2 h`.
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
        }
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        if (seconds < 3_600) {
            return "%d min %d s".formatted(seconds / 60, seconds % 60);
        }
        if (seconds < 86_400) {
            return "%d h %d min".formatted(seconds / 3_600, seconds % 3_600 / 60);
        }
        return "%d d %d h".formatted(seconds / 86_400, seconds % 86_400 / 3_600);
    }

    /// How long ago a time was, or `-` if there is none.
    public static String age(@Nullable Instant then, Instant now) {
        if (then == null) {
            return "-";
        }
        long seconds = Math.max(0, Duration.between(then, now).toSeconds());
        if (seconds < 120) {
            return seconds + " s ago";
        }
        if (seconds < 7_200) {
            return seconds / 60 + " min ago";
        }
        if (seconds < 172_800) {
            return seconds / 3_600 + " h ago";
        }
        return seconds / 86_400 + " d ago";
    }

    /// A time as the API writes it.
    ///
    /// @return null where there is none
    public static @Nullable Instant time(@Nullable String text) {
        return text == null || text.isEmpty() ? null : Instant.parse(text);
    }
}
