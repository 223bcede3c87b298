package dev.baton.chaos.proof;

import dev.baton.chaos.proof.Violation.Kind;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What has to be true of the executions of a job, by what they noted themselves.
///
/// Notes are appended to one file, so their order is the order of what happened, whatever clocks say: a note of an epoch after
/// one of a later epoch means that two executed the job at once.
final class ExecutionRules {
    private final JobHistory job;
    private final Duration ttl;
    private final List<Violation> found = new ArrayList<>();

    private ExecutionRules(JobHistory job, Duration ttl) {
        this.job = job;
        this.ttl = ttl;
    }

    /// @param ttl for how long work may go on of which nobody confirmed that it stopped
    static List<Violation> check(JobHistory job, Duration ttl) {
        var rules = new ExecutionRules(job, ttl);
        rules.noTwoAtOnce();
        rules.eachUnderALease();
        rules.noneAfterTheEnd();
        rules.theResultIsOfOneThatEnded();
        return rules.found;
    }

    private void noTwoAtOnce() {
        int newest = 0;
        Set<Integer> started = new HashSet<>();
        for (Note note : job.notes()) {
            if (note.epoch() < newest) {
                add(
                        Kind.DOUBLED,
                        "epoch %d was executed while %d was".formatted(note.epoch(), newest));
            }
            if (note.is("start") && !started.add(note.epoch())) {
                add(Kind.DOUBLED, "epoch %d was executed twice".formatted(note.epoch()));
            }
            newest = Math.max(newest, note.epoch());
        }
    }

    /// An AckLease is answered and leaves no line if the job is being canceled.
    private void eachUnderALease() {
        Set<Integer> acknowledged =
                job.trail().stream()
                        .filter(line -> line.is("ACKNOWLEDGED") || line.is("CANCEL_REQUESTED"))
                        .map(AuditLine::epoch)
                        .collect(Collectors.toSet());
        job.notes().stream()
                .map(Note::epoch)
                .distinct()
                .filter(epoch -> !acknowledged.contains(epoch))
                .forEach(
                        epoch ->
                                add(
                                        Kind.STALE_WRITE,
                                        "epoch %d was executed and never acknowledged"
                                                .formatted(epoch)));
    }

    private void noneAfterTheEnd() {
        job.end()
                .ifPresent(
                        end -> {
                            boolean unconfirmed = end.why().contains("CANCEL_UNCONFIRMED");
                            Instant limit = unconfirmed ? end.at().plus(ttl) : end.at();
                            job.notes().stream()
                                    .filter(note -> note.at().isAfter(limit))
                                    .findFirst()
                                    .ifPresent(
                                            late ->
                                                    add(
                                                            Kind.LEFT_OVER,
                                                            "epoch %d was executed after the job's end"
                                                                    .formatted(late.epoch())));
                        });
    }

    private void theResultIsOfOneThatEnded() {
        job.end()
                .filter(end -> end.why().contains("(REPORTED)"))
                .filter(
                        end ->
                                job.notes().stream()
                                        .noneMatch(
                                                note ->
                                                        note.is("end")
                                                                && note.epoch() == end.epoch()))
                .ifPresent(
                        end ->
                                add(
                                        Kind.LOST,
                                        "the result of epoch %d was accepted, and its execution did not end"
                                                .formatted(end.epoch())));
    }

    private void add(Kind kind, String what) {
        found.add(new Violation(kind, job.id(), what));
    }
}
