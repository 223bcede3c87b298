package dev.baton.blobs;

import java.util.ArrayList;
import java.util.List;

/// What bounds a store.
///
/// @param maxLogBytes how long one log may grow
/// @param maxOpenLogs how many logs are kept open for the next append; two file handles each
public record BlobLimits(long maxLogBytes, int maxOpenLogs) {
    private static final int HIGHEST_OPEN_LOGS = 100_000;

    public static final BlobLimits DEFAULTS = new BlobLimits(1L << 30, 256);

    public BlobLimits {
        var errors = errors(maxLogBytes, maxOpenLogs);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", errors));
        }
    }

    /// Everything that is wrong with these limits together, in the words of the settings.
    public static List<String> errors(long maxLogBytes, int maxOpenLogs) {
        var errors = new ArrayList<String>();
        if (maxLogBytes < 1) {
            errors.add("blobs.max_log_bytes: expected at least 1, got %d".formatted(maxLogBytes));
        }
        if (maxOpenLogs < 1 || maxOpenLogs > HIGHEST_OPEN_LOGS) {
            errors.add(
                    "blobs.max_open_logs: expected 1 to %d, got %d"
                            .formatted(HIGHEST_OPEN_LOGS, maxOpenLogs));
        }
        return errors;
    }
}
