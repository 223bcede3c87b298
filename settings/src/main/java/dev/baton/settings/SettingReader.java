package dev.baton.settings;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import javax.net.ssl.SSLContext;

/// Turns texts into values, and remembers what could not be read instead of stopping at it.
public final class SettingReader {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Pattern BYTES = Pattern.compile("(\\d{1,9})(|KiB|MiB|GiB)");

    private final Map<Setting, String> values;
    private final List<String> errors;

    public SettingReader(SettingSources sources) {
        values = sources.values();
        errors = new ArrayList<>(sources.errors());
    }

    public List<String> errors() {
        return errors;
    }

    public void error(Setting setting, String what) {
        errors.add("%s: %s".formatted(setting.key(), what));
    }

    public boolean isSet(Setting setting) {
        return !text(setting).isEmpty();
    }

    public String text(Setting setting) {
        return values.getOrDefault(setting, setting.defaultText()).strip();
    }

    /// The parts of a list, which may be none.
    public List<String> texts(Setting setting) {
        return Arrays.stream(text(setting).split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    public boolean flag(Setting setting) {
        String text = text(setting);
        if (!text.equals("true") && !text.equals("false")) {
            error(setting, "expected true or false, got '%s'".formatted(text));
        }
        return text.equals("true");
    }

    public int number(Setting setting, int least, int most) {
        try {
            int number = Integer.parseInt(text(setting));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        error(setting, "expected %d to %d, got '%s'".formatted(least, most, text(setting)));
        return Integer.parseInt(setting.defaultText());
    }

    public Duration duration(Setting setting) {
        return parseDuration(text(setting))
                .orElseGet(
                        () -> {
                            error(
                                    setting,
                                    "expected a duration such as 250ms, 20s, 5m or 1h, got '%s'"
                                            .formatted(text(setting)));
                            return parseDuration(setting.defaultText()).orElseThrow();
                        });
    }

    public long bytes(Setting setting) {
        return parseBytes(text(setting))
                .orElseGet(
                        () -> {
                            error(
                                    setting,
                                    "expected a size such as 65536, 64KiB, 16MiB or 1GiB, got '%s'"
                                            .formatted(text(setting)));
                            return parseBytes(setting.defaultText()).orElseThrow();
                        });
    }

    public Path path(Setting setting) {
        try {
            return Path.of(text(setting));
        } catch (InvalidPathException _) {
            error(setting, "expected a path, got '%s'".formatted(text(setting)));
            return Path.of(setting.defaultText());
        }
    }

    /// The authorities to trust: those of the file, and those of the Java runtime.
    ///
    /// @return null if no file is set, or it cannot be used
    public @Nullable SSLContext authorities(Setting setting) {
        if (!isSet(setting)) {
            return null;
        }
        try {
            return TrustedAuthorities.load(path(setting));
        } catch (ConfigException e) {
            error(setting, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /// What a file holds, without the line end that editors add.
    public String secretIn(Setting setting) {
        try {
            return Files.readString(path(setting)).strip();
        } catch (IOException e) {
            error(
                    setting,
                    "'%s' cannot be read: %s".formatted(text(setting), UnreadableFile.why(e)));
            return "";
        }
    }

    public static Optional<Duration> parseDuration(String text) {
        var match = DURATION.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(match.group(1));
        return Optional.of(
                switch (match.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                });
    }

    static Optional<Long> parseBytes(String text) {
        var match = BYTES.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(match.group(1));
        return Optional.of(
                switch (match.group(2)) {
                    case "KiB" -> number << 10;
                    case "MiB" -> number << 20;
                    case "GiB" -> number << 30;
                    default -> number;
                });
    }
}
