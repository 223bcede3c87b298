package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Checks one job after the other: its chain of lines, what they say, where they lead, and what it needed.
final class JobCheck {
    /// How many lines are tried as the last one of before, for a job that was under way then.
    private static final int MAX_RETRIES = 100;

    private final Retelling retelling;
    private final long disorder;
    private final Consumer<AuditFinding> found;
    private final Plans plans = new Plans();
    private long unvouched;

    /// @param disorder how many microseconds apart the times of transactions can be that came after each other
    JobCheck(Retelling retelling, long disorder, Consumer<AuditFinding> found) {
        this.retelling = retelling;
        this.disorder = disorder;
        this.found = found;
    }

    /// How many lines were found that should vouch for rows and do not.
    long unvouched() {
        return unvouched;
    }

    /// Checks a job whose row could be read.
    ///
    /// @param pages the lines of this job on each page that there is
    /// @return how many lines it has
    int check(AuditSource.StoredJob stored, JobRow row, Map<Long, List<JournalLine>> pages) {
        var chain = new ChainCheck(row, stored.evidence());
        var broken = chain.check(pages);
        unvouched += chain.unvouched();
        broken.ifPresent(found);
        var lines = chain.lines();
        var plan = plan(stored, lines);
        var replayed = replayed(stored, row, lines, plan, 0, broken.isEmpty());
        // Before runners were told apart each lease was counted: until some line, or to the end.
        int ends = (int) lines.stream().filter(Replay::isEndOfLease).count();
        int fewest = Math.max(0, ends - MAX_RETRIES);
        for (int former = ends; former > fewest && !replayed.wrong().isEmpty(); former--) {
            var other = replayed(stored, row, lines, plan, former, broken.isEmpty());
            replayed = other.wrong().isEmpty() ? other : replayed;
        }
        replayed.wrong().forEach(found);
        if (broken.isEmpty() && replayed.end() != null) {
            needs(stored, lines, replayed.end());
        }
        return lines.size();
    }

    /// What came of a replay.
    ///
    /// @param end the job as its trail leaves it, if it could be followed
    private record Replayed(List<AuditFinding> wrong, @Nullable Job end) {}

    private Replayed replayed(
            AuditSource.StoredJob stored,
            JobRow row,
            List<JournalLine> lines,
            JobPlan plan,
            int former,
            boolean whole) {
        var replay = new Replay(retelling, stored, plan, former);
        var illegal = replay.run(lines);
        if (illegal.isPresent()) {
            return new Replayed(List.of(illegal.get()), null);
        }
        var end = replay.end();
        return new Replayed(
                whole
                        ? new RowCheck(stored).check(row, end, lines.getFirst().event().actor())
                        : List.of(),
                end);
    }

    /// What stands for a plan that cannot be read has the job's place, and the time that its first line says.
    private JobPlan plan(AuditSource.StoredJob stored, List<JournalLine> lines) {
        try {
            return plans.read(stored.plan());
        } catch (ProtocolException e) {
            Optional<Instant> notBefore =
                    lines.isEmpty()
                            ? Optional.empty()
                            : LineWords.waitsUntil(lines.getFirst().event().why());
            return JobQueries.placeOnly(
                    stored.place().rank(), stored.place().gate(), notBefore.orElse(null));
        }
    }

    /// A job that went on had all that it needs; one that ended for a need had one that failed.
    private void needs(AuditSource.StoredJob stored, List<JournalLine> lines, Job end) {
        for (var line : lines) {
            if (line.event().kind() == Event.Kind.UNBLOCKED) {
                stored.needs().forEach(need -> met(stored.id(), line, need));
            }
            LineWords.failedNeed(line.event().why())
                    .filter(_ -> line.event().kind() == Event.Kind.FINISHED && end.epoch() == 0)
                    .ifPresent(failed -> failed(stored, line, failed));
        }
    }

    private void met(JobId job, JournalLine line, AuditSource.NeededJob need) {
        if (need.standing() != Standing.SUCCEEDED) {
            found.accept(
                    AuditFinding.at(
                            job,
                            line.seq(),
                            "it went on, and needs %s, which is %s"
                                    .formatted(need.id(), need.standing())));
        } else if (need.finishedAt() - line.atMicros() > disorder) {
            found.accept(
                    AuditFinding.at(
                            job,
                            line.seq(),
                            "it went on at %s, and needs %s, which succeeded at %s"
                                    .formatted(
                                            line.at(),
                                            need.id(),
                                            Micros.toInstant(need.finishedAt()))));
        }
    }

    private void failed(
            AuditSource.StoredJob stored, JournalLine line, LineWords.EndedNeed failed) {
        boolean so =
                stored.needs().stream()
                        .anyMatch(
                                need ->
                                        need.id().equals(failed.id())
                                                && need.standing() != null
                                                && need.standing()
                                                        .name()
                                                        .equals(failed.status().name()));
        if (!so) {
            found.accept(
                    AuditFinding.at(
                            stored.id(),
                            line.seq(),
                            "it ended because %s ended as %s, which is no job that it needs and that ended so"
                                    .formatted(failed.id(), failed.status())));
        }
    }
}
