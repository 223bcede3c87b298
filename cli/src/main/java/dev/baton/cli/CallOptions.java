package dev.baton.cli;

import dev.baton.cli.run.CallDraft;
import dev.baton.cli.run.CallDraft.Policy;
import dev.baton.core.Shown;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a function is called with, and how.
final class CallOptions {
    @Parameters(
            index = "0",
            paramLabel = "FUNCTION",
            description = "executor#handler, or a handler of the default executor")
    private String function;

    @Parameters(
            index = "1..*",
            paramLabel = "ARG",
            description = "its arguments: JSON such as 1, true or '{\"a\":1}', and otherwise texts")
    private List<String> args = new ArrayList<>();

    @Option(
            names = {"-k", "--kwarg"},
            paramLabel = "NAME=VALUE",
            description = "an argument by its name; repeatable")
    private Map<String, String> kwargs = new LinkedHashMap<>();

    @Option(names = "--text", description = "every argument is a text, even if it looks like JSON")
    private boolean text;

    @Option(names = "--queue", paramLabel = "NAME", description = "the queue's name (default)")
    private @Nullable String queue;

    @Option(names = "--priority", paramLabel = "N", description = "higher goes first (0)")
    private @Nullable Integer priority;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "how long a try may take, such as 90s, 10m (1h)")
    private @Nullable String timeout;

    @Option(
            names = "--deadline",
            paramLabel = "WHEN",
            description = "it is of no use after this: a time, or from now such as 5m")
    private @Nullable String deadline;

    @Option(
            names = "--delay",
            paramLabel = "WHEN",
            description = "not before this: a time, or from now such as 90s")
    private @Nullable String delay;

    @Option(names = "--max-attempts", paramLabel = "N", description = "try so often (5)")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--backoff",
            paramLabel = "TIME",
            description = "wait before the second try; it doubles with each (1s)")
    private @Nullable String backoff;

    @Option(
            names = "--unique-key",
            paramLabel = "KEY",
            description = "while a job with this key is not finished, that one is meant")
    private @Nullable String uniqueKey;

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "only on a runner that offers it; repeatable")
    private List<String> tags = new ArrayList<>();

    /// The call.
    ///
    /// @param now what times are counted from
    /// @throws ConfigException with everything that is wrong
    CallDraft draft(Instant now) {
        var errors = new ArrayList<String>();
        var policy =
                new Policy(
                        priority,
                        duration("--timeout", timeout, errors),
                        time("--deadline", deadline, now, errors),
                        time("--delay", delay, now, errors),
                        maxAttempts,
                        duration("--backoff", backoff, errors),
                        uniqueKey);
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
        return new CallDraft(function, args, kwargs, text, queue, policy, tags);
    }

    private static @Nullable Duration duration(
            String option, @Nullable String text, List<String> errors) {
        if (text == null) {
            return null;
        }
        Duration duration = SettingReader.parseDuration(text).orElse(null);
        if (duration == null) {
            errors.add(
                    "%s: expected a duration such as 90s, 10m or 2h, got '%s'"
                            .formatted(option, Shown.of(text)));
        }
        return duration;
    }

    private static @Nullable Instant time(
            String option, @Nullable String text, Instant now, List<String> errors) {
        if (text == null) {
            return null;
        }
        Duration fromNow = SettingReader.parseDuration(text).orElse(null);
        if (fromNow != null) {
            return now.plus(fromNow);
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            errors.add(
                    "%s: expected a time such as 2030-01-31T12:00:00Z, or 90s, 10m or 2h from now, got '%s'"
                            .formatted(option, Shown.of(text)));
            return null;
        }
    }
}
