package dev.baton.chaos.proof;

import dev.baton.chaos.load.JobKind.Fate;
import dev.baton.chaos.load.JobRecord.Cancel;
import dev.baton.chaos.proof.Violation.Kind;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What has to have become of a job, by what its client asked for and was told.
final class ResultRules {
    private static final String SUCCEEDED = "SUCCEEDED";
    private static final String CANCELED = "CANCELED";

    private ResultRules() {}

    static Optional<Violation> checkStatus(JobHistory job) {
        Set<String> allowed = allowed(job);
        return allowed.contains(job.status())
                ? Optional.empty()
                : Optional.of(
                        new Violation(
                                Kind.BROKEN_PROMISE,
                                job.id(),
                                "%s, canceled: %s: expected %s, got %s"
                                        .formatted(
                                                job.record().draft().kind(),
                                                job.record().cancel(),
                                                allowed,
                                                job.status())));
    }

    private static Set<String> allowed(JobHistory job) {
        if (job.record().cancel() == Cancel.ACCEPTED) {
            return Set.of(CANCELED);
        }
        Fate fate = job.record().draft().kind().fate();
        return switch (fate) {
            case SUCCEEDS -> Set.of(SUCCEEDED);
            case FAILS -> Set.of("FAILED");
            case IS_CANCELED -> Set.of(CANCELED);
            case SUCCEEDS_OR_IS_CANCELED -> Set.of(SUCCEEDED, CANCELED);
        };
    }

    /// A job begins after the one that it needs has ended.
    static Optional<Violation> checkOrder(JobHistory job, Map<String, JobHistory> others) {
        return job.record()
                .run()
                .needOf(job.record())
                .map(need -> others.get(need.id()))
                .flatMap(JobHistory::end)
                .map(AuditLine::at)
                .filter(ended -> startsBefore(job, ended))
                .map(
                        ended ->
                                new Violation(
                                        Kind.BROKEN_PROMISE,
                                        job.id(),
                                        "it began before %s, when the job it needs ended"
                                                .formatted(ended)));
    }

    private static boolean startsBefore(JobHistory job, Instant ended) {
        return job.notes().stream()
                .findFirst()
                .filter(note -> note.at().isBefore(ended))
                .isPresent();
    }
}
