package dev.baton.chaos.proof;

import dev.baton.chaos.proof.Violation.Kind;

import java.util.List;
import java.util.Optional;

/// The log of a job that succeeded has every line once and in order.
final class LogRules {
    private static final String PRINTED = " stdout F ";

    private LogRules() {}

    static Optional<Violation> check(String job, int lines, String log) {
        List<String> printed =
                log.lines()
                        .filter(line -> line.contains(PRINTED))
                        .map(line -> line.substring(line.indexOf(PRINTED) + PRINTED.length()))
                        .toList();
        for (int i = 0; i < printed.size(); i++) {
            String expected = "line " + (i + 1);
            if (!printed.get(i).equals(expected)) {
                return violation(
                        job,
                        "line %d of its log is '%s', not '%s'"
                                .formatted(i + 1, printed.get(i), expected));
            }
        }
        return printed.size() == lines
                ? Optional.empty()
                : violation(
                        job,
                        "it printed %d lines, its log has %d".formatted(lines, printed.size()));
    }

    private static Optional<Violation> violation(String job, String what) {
        return Optional.of(new Violation(Kind.LOST, job, what));
    }
}
