package dev.baton.chaos.proof;

import dev.baton.chaos.load.Ledger.StandIn;
import dev.baton.chaos.proof.Violation.Kind;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Of the jobs with one unique key the next is submitted when the one before is over, and whoever is named instead of a new job is one
/// of them.
final class KeyRules {
    private KeyRules() {}

    static List<Violation> check(Collection<JobHistory> jobs, List<StandIn> standIns) {
        Map<String, List<JobHistory>> byKey =
                jobs.stream()
                        .filter(job -> job.record().draft().uniqueKey() != null)
                        .sorted(Comparator.comparing(JobHistory::first))
                        .collect(
                                Collectors.groupingBy(
                                        job ->
                                                Objects.requireNonNull(
                                                        job.record().draft().uniqueKey())));
        var found = new ArrayList<Violation>();
        byKey.forEach((key, sharing) -> oneAfterTheOther(key, sharing, found));
        for (StandIn standIn : standIns) {
            boolean isKnown =
                    byKey.getOrDefault(standIn.key(), List.of()).stream()
                            .anyMatch(job -> job.id().equals(standIn.job()));
            if (!isKnown) {
                found.add(
                        new Violation(
                                Kind.LOST,
                                standIn.job(),
                                "it was named as the one with %s, and has another key or none"
                                        .formatted(standIn.key())));
            }
        }
        return found;
    }

    private static void oneAfterTheOther(String key, List<JobHistory> jobs, List<Violation> found) {
        Instant free = Instant.MIN;
        for (JobHistory job : jobs) {
            if (job.first().isBefore(free)) {
                found.add(
                        new Violation(
                                Kind.DOUBLED,
                                job.id(),
                                "it was made while another job with %s was not over"
                                        .formatted(key)));
            }
            free = job.end().map(AuditLine::at).orElse(Instant.MAX);
        }
    }
}
