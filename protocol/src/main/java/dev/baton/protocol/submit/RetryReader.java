package dev.baton.protocol.submit;

import dev.baton.core.Backoff;
import dev.baton.core.Ending;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RetryPolicy.Tolerance;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// Reads what a submission says about retries: each field given overrides the default of the job's kind.
final class RetryReader {
    /// A function is tried again after everything that can be tried again.
    private static final Set<Ending> RETRIABLE = EnumSet.copyOf(RetryPolicy.FUNCTION.retried());

    private static final int HIGHEST_FACTOR = 100;

    private RetryReader() {}

    static RetryPolicy read(ObjectCursor job, RetryPolicy defaults) {
        RetryPolicy given = job.object("retry", retry -> readPolicy(retry, defaults));
        return given == null ? defaults : given;
    }

    private static @Nullable RetryPolicy readPolicy(ObjectCursor retry, RetryPolicy defaults) {
        int maxAttempts =
                retry.integer("max_attempts", 1, RetryPolicy.MOST_ATTEMPTS, defaults.maxAttempts());
        Set<Ending> retried = readEndings(retry, defaults.retried());
        Backoff backoff = retry.object("backoff", in -> readBackoff(in, defaults.backoff()));
        Duration most =
                retry.seconds(
                        "retry_after_most_seconds",
                        Duration.ZERO,
                        Backoff.LONGEST,
                        defaults.retryAfterMost());
        Tolerance tolerance =
                retry.object("tolerance", in -> readTolerance(in, defaults.tolerance()));
        return retry.checked(
                "",
                () ->
                        new RetryPolicy(
                                maxAttempts,
                                retried,
                                backoff == null ? defaults.backoff() : backoff,
                                most,
                                tolerance == null ? defaults.tolerance() : tolerance));
    }

    private static Set<Ending> readEndings(ObjectCursor retry, Set<Ending> defaults) {
        if (!retry.has("retry_on")) {
            return defaults;
        }
        var endings = EnumSet.noneOf(Ending.class);
        var rule =
                new TextRule(
                        "one of " + RETRIABLE,
                        text -> RETRIABLE.stream().anyMatch(ending -> ending.name().equals(text)),
                        true);
        retry.texts("retry_on", 0, RETRIABLE.size(), rule)
                .forEach(name -> endings.add(Ending.valueOf(name)));
        return endings;
    }

    private static @Nullable Backoff readBackoff(ObjectCursor backoff, Backoff defaults) {
        Duration first =
                backoff.seconds("first_seconds", Duration.ZERO, Backoff.LONGEST, defaults.first());
        double factor = backoff.number("factor", 1, HIGHEST_FACTOR, defaults.factor());
        Duration most =
                backoff.seconds("most_seconds", Duration.ZERO, Backoff.LONGEST, defaults.most());
        double jitter = backoff.number("jitter", 0, 1, defaults.jitter());
        // Whoever only says how it begins does not want to be told that it never grows.
        boolean onlyFirst = backoff.has("first_seconds") && !backoff.has("most_seconds");
        Duration bound = onlyFirst && first.compareTo(most) > 0 ? first : most;
        return backoff.checked("", () -> new Backoff(first, factor, bound, jitter));
    }

    private static Tolerance readTolerance(ObjectCursor tolerance, Tolerance defaults) {
        return new Tolerance(
                tolerance.integer("losses", 0, Tolerance.HIGHEST, defaults.losses()),
                tolerance.integer(
                        "unacknowledged", 0, Tolerance.HIGHEST, defaults.unacknowledged()),
                tolerance.integer("releases", 0, Tolerance.HIGHEST, defaults.releases()));
    }
}
