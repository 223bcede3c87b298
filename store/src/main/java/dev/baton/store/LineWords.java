package dev.baton.store;

import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// What can be read from the words of a line: the facts that the rules put into them. What is misread here is not
/// believed: the rules have to say the same words again.
final class LineWords {
    private static final Pattern WAITS_UNTIL = Pattern.compile("waits until (\\S{20,40})$");
    private static final Pattern SECONDS =
            Pattern.compile("no (?:heartbeat|AckLease) within (\\d{1,5}) s");
    private static final Pattern GATE_LIMIT = Pattern.compile(", which lets (\\d{1,6}) through$");
    private static final Pattern NEED_MET = Pattern.compile("(job_\\d{1,18}) succeeded");
    private static final Pattern NEED_FAILED =
            Pattern.compile("CANCELED: (job_\\d{1,18}), which it needs, ended as ([A-Z]+)");
    private static final Pattern ENDED = Pattern.compile("[A-Z_]+(?: \\([A-Z_]+\\))?(?:: )?");
    private static final Pattern REPORTED = Pattern.compile("; the runner reported ([A-Z_]+)$");
    private static final String EVIDENCE = "; leases: ";

    private LineWords() {}

    /// A job that another one needed, and how it ended.
    record EndedNeed(JobId id, FinalStatus status) {}

    /// The time until which the job waits now.
    static Optional<Instant> waitsUntil(String why) {
        var found = WAITS_UNTIL.matcher(why);
        try {
            return found.find() ? Optional.of(Instant.parse(found.group(1))) : Optional.empty();
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /// How many seconds a lease was waited for.
    static OptionalInt secondsWaited(String why) {
        return number(SECONDS, why);
    }

    static OptionalInt gateLimit(String why) {
        return number(GATE_LIMIT, why);
    }

    static Optional<JobId> metNeed(String why) {
        var found = NEED_MET.matcher(why);
        return found.matches() ? Optional.of(JobId.parse(found.group(1))) : Optional.empty();
    }

    static Optional<EndedNeed> failedNeed(String why) {
        var found = NEED_FAILED.matcher(why);
        if (!found.matches()) {
            return Optional.empty();
        }
        return Arrays.stream(FinalStatus.values())
                .filter(status -> status.name().equals(found.group(2)))
                .findFirst()
                .map(status -> new EndedNeed(JobId.parse(found.group(1)), status));
    }

    /// How the attempt ended, where the line begins with it.
    static Optional<Ending> ending(String why) {
        var word = why.split("[:;]", 2)[0];
        return ending(word::equals);
    }

    /// The ending that a runner reported of a job that was being canceled.
    static Optional<Ending> reportedEnding(String why) {
        var found = REPORTED.matcher(why);
        return found.find() ? ending(found.group(1)::equals) : Optional.empty();
    }

    private static Optional<Ending> ending(java.util.function.Predicate<String> named) {
        return Arrays.stream(Ending.values()).filter(e -> named.test(e.name())).findFirst();
    }

    /// What someone gave as the reason, without what the rules put around it.
    static String reason(String why) {
        var start = ENDED.matcher(why);
        var said = start.lookingAt() ? why.substring(start.end()) : why;
        int evidence = said.lastIndexOf(EVIDENCE);
        if (evidence >= 0) {
            said = said.substring(0, evidence);
        }
        var wait = WAITS_UNTIL.matcher(said);
        return wait.find() ? withoutSeparator(said.substring(0, wait.start())) : said;
    }

    private static String withoutSeparator(String text) {
        return text.endsWith("; ") ? text.substring(0, text.length() - 2) : text;
    }

    private static OptionalInt number(Pattern pattern, String why) {
        var found = pattern.matcher(why);
        return found.find()
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }
}
