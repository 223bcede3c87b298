package dev.baton.store;

import dev.baton.core.Job;
import dev.baton.core.JobState;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Running;
import dev.baton.core.Lease;
import dev.baton.core.LeaseTerms;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/// The deadlines of a held job, which its audit trail does not have: heartbeats leave no line, and the terms of leases are
/// settings that may have been others at the time.
///
/// So each is put where it favours the line that has to be explained: as late as can be for a message that had to be in
/// time, as early as can be for a deadline that had to have passed.
final class Deadlines {
    private static final Duration AGES = Duration.ofDays(36_500);

    private final LeaseTerms replayed;
    private final @Nullable LeaseTerms known;

    /// @param replayed the terms that states were made with
    /// @param known the terms that held all the time, if somebody knows
    Deadlines(LeaseTerms replayed, @Nullable LeaseTerms known) {
        this.replayed = replayed;
        this.known = known;
    }

    /// The lease is live, and nothing is due.
    Job live(Job job, Instant now) {
        var late = now.plus(AGES);
        return moved(job, late, late);
    }

    /// The lease runs out as early as it can.
    Job expiring(Job job, Instant now) {
        return switch (job.state()) {
            case Held held -> moved(job, lastSeen(held).plus(ttl()), now.plus(AGES));
            case JobState.Queued _, JobState.Finished _ -> job;
        };
    }

    /// The lease is live, and the deadline of its phase comes as early as it can.
    Job overdue(Job job, Instant now) {
        var late = now.plus(AGES);
        return switch (job.state()) {
            case Leased leased -> moved(job, late, leased.lease().grantedAt().plus(ackTimeout()));
            case Running running ->
                    moved(
                            job,
                            late,
                            running.startedAt().plus(job.plan().maxRuntime()).plus(runtimeGrace()));
            case Canceling canceling ->
                    moved(
                            job,
                            late,
                            canceling
                                    .cancelBy()
                                    .minus(replayed.cancelDeadline())
                                    .plus(cancelDeadline()));
            case JobState.Queued _, JobState.Finished _ -> job;
        };
    }

    private static Instant lastSeen(Held held) {
        return switch (held) {
            case Leased leased -> leased.lease().grantedAt();
            case Running running -> running.startedAt();
            case Canceling canceling ->
                    canceling.startedAt() == null
                            ? canceling.lease().grantedAt()
                            : canceling.startedAt();
        };
    }

    private static Job moved(Job job, Instant expiresAt, Instant phaseBy) {
        var state =
                switch (job.state()) {
                    case Leased s ->
                            new Leased(s.attempt(), expiring(s.lease(), expiresAt), phaseBy);
                    case Running s ->
                            new Running(
                                    s.attempt(),
                                    expiring(s.lease(), expiresAt),
                                    s.startedAt(),
                                    phaseBy);
                    case Canceling s ->
                            new Canceling(
                                    s.attempt(),
                                    expiring(s.lease(), expiresAt),
                                    phaseBy,
                                    s.reason(),
                                    s.startedAt());
                    case JobState.Queued s -> s;
                    case JobState.Finished s -> s;
                };
        return new Job(
                job.id(), job.plan(), job.created(), state, job.epoch(), job.tally(), job.past());
    }

    private static Lease expiring(Lease lease, Instant at) {
        return new Lease(
                lease.epoch(),
                lease.digest(),
                lease.holder(),
                lease.instance(),
                lease.grantedAt(),
                at);
    }

    private Duration ttl() {
        return known == null ? Duration.ZERO : known.ttl();
    }

    private Duration ackTimeout() {
        return known == null ? Duration.ZERO : known.ackTimeout();
    }

    private Duration runtimeGrace() {
        return known == null ? Duration.ZERO : known.runtimeGrace();
    }

    private Duration cancelDeadline() {
        return known == null ? Duration.ZERO : known.cancelDeadline();
    }
}
