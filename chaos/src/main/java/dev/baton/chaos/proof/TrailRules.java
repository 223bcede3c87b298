package dev.baton.chaos.proof;

import dev.baton.chaos.proof.Violation.Kind;

import java.util.ArrayList;
import java.util.List;

/// What has to be true of an audit trail: one end, and it is the last line; each lease follows the end of the one before and has
/// the next epoch; nothing happens under an epoch that is over.
final class TrailRules {
    private final JobHistory job;
    private final List<Violation> found = new ArrayList<>();
    private int lines;
    private int epoch;
    private boolean leased;
    private boolean finished;

    private TrailRules(JobHistory job) {
        this.job = job;
    }

    static List<Violation> check(JobHistory job) {
        var rules = new TrailRules(job);
        job.trail().forEach(rules::read);
        if (!rules.finished) {
            rules.add(Kind.LOST, "it is %s and not over".formatted(job.status()));
        }
        job.end()
                .filter(end -> !end.why().startsWith(job.status()))
                .ifPresent(
                        end ->
                                rules.add(
                                        Kind.DOUBLED,
                                        "it ended as '%s' and is %s"
                                                .formatted(end.why(), job.status())));
        return rules.found;
    }

    private void read(AuditLine line) {
        lines++;
        if (line.seq() != lines) {
            add(Kind.LOST, "line %d of its trail is number %d".formatted(lines, line.seq()));
        }
        if (finished) {
            add(Kind.DOUBLED, "%s after its end".formatted(line.kind()));
        }
        switch (line.kind()) {
            case "GRANTED" -> grant(line);
            case "ACKNOWLEDGED" -> requireLease(line);
            case "REQUEUED" -> {
                requireLease(line);
                leased = false;
            }
            case "FINISHED" -> finished = true;
            default -> {}
        }
        if (line.epoch() != epoch) {
            add(
                    Kind.STALE_WRITE,
                    "%s of epoch %d while %d was current"
                            .formatted(line.kind(), line.epoch(), epoch));
        }
    }

    private void grant(AuditLine line) {
        if (leased) {
            add(
                    Kind.DOUBLED,
                    "epoch %d was granted while %d was held".formatted(line.epoch(), epoch));
        }
        if (line.epoch() != epoch + 1) {
            add(
                    Kind.BROKEN_PROMISE,
                    "epoch %d was granted after %d".formatted(line.epoch(), epoch));
        }
        leased = true;
        epoch = line.epoch();
    }

    private void requireLease(AuditLine line) {
        if (!leased) {
            add(Kind.STALE_WRITE, "%s without a lease".formatted(line.kind()));
        }
    }

    private void add(Kind kind, String what) {
        found.add(new Violation(kind, job.id(), what));
    }
}
