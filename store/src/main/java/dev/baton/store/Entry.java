package dev.baton.store;

import dev.baton.core.Decision;
import dev.baton.core.EndedAttempt;
import dev.baton.core.Event;
import dev.baton.core.Job;
import dev.baton.core.JobState;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A job inside a transaction: as it was loaded, as it is now, and what happened in between.
///
/// Lives for one transaction in one thread.
final class Entry {
    final FixedJob fixed;
    private final @Nullable Job loaded;
    private Job job;
    private final List<Event> events = new ArrayList<>(2);
    private final AuditTrail trail;
    private final int version;
    private final boolean locked;
    private @Nullable String progress;
    private @Nullable Instant lastStart;
    private @Nullable Instant lastGrant;
    private Map<Integer, EndedAttempt> ended = Map.of();
    private byte @Nullable [] submission;
    private boolean changed;

    private Entry(FixedJob fixed, @Nullable Job loaded, Job job, AuditTrail trail, boolean locked) {
        this.fixed = fixed;
        this.loaded = loaded;
        this.job = job;
        this.trail = trail;
        this.version = trail.seq();
        this.locked = locked;
        noteGrant(job);
    }

    /// @param submission what the first line vouches for
    static Entry created(FixedJob fixed, Job job, List<Event> events, byte[] submission) {
        var entry = new Entry(fixed, null, job, AuditTrail.start(), true);
        entry.submission = submission;
        entry.events.addAll(events);
        return entry;
    }

    /// A job whose row this transaction has locked.
    static Entry locked(FixedJob fixed, Job job, JobRow row) {
        return loaded(fixed, job, row, true);
    }

    /// A job as it is remembered: what is decided on it holds only if its row still has the same version.
    static Entry remembered(FixedJob fixed, Job job, JobRow row) {
        return loaded(fixed, job, row, false);
    }

    private static Entry loaded(FixedJob fixed, Job job, JobRow row, boolean locked) {
        var entry = new Entry(fixed, job, job, row.trail().copy(), locked);
        entry.progress = row.progress();
        entry.lastStart = row.startedAt();
        return entry;
    }

    private void noteGrant(Job now) {
        if (now.state() instanceof JobState.Held held) {
            lastGrant = held.lease().grantedAt();
        }
    }

    Job job() {
        return job;
    }

    void accept(Decision.Accept accepted) {
        job = accepted.next();
        noteGrant(job);
        if (job.state() instanceof JobState.Running running) {
            lastStart = running.startedAt();
        }
        events.addAll(accepted.events());
        if (accepted.ended() != null) {
            if (ended.isEmpty()) {
                ended = new HashMap<>();
            }
            ended.put(accepted.ended().epoch(), accepted.ended());
        }
        changed = true;
    }

    /// The attempt that a lease was for which ended in this transaction, if it did not end the job.
    @Nullable EndedAttempt ended(int epoch) {
        return ended.get(epoch);
    }

    void report(String newProgress) {
        progress = newProgress;
        changed = true;
    }

    boolean isNew() {
        return loaded == null;
    }

    boolean isChanged() {
        return changed;
    }

    boolean isReady() {
        return job.state() instanceof JobState.Ready;
    }

    boolean finishedHere() {
        return job.isFinished() && (loaded == null || !loaded.isFinished());
    }

    /// How many places the job takes at its gate more than before: -1, 0 or 1.
    int gateDelta() {
        int before = loaded != null && loaded.holdsGate() ? 1 : 0;
        int after = job.holdsGate() ? 1 : 0;
        return after - before;
    }

    /// What the line SUBMITTED vouches for, of a job that is new.
    byte @Nullable [] submission() {
        return submission;
    }

    Job loaded() {
        if (loaded == null) {
            throw new IllegalStateException(fixed.id() + " is new");
        }
        return loaded;
    }

    /// Whether only the lease's end moved: a heartbeat.
    boolean isRenewal() {
        return loaded != null
                && events.isEmpty()
                && loaded.state() instanceof JobState.Held
                && job.state().getClass() == loaded.state().getClass();
    }

    /// Whether all that happened is that a job which was ready was given to a runner.
    boolean isGrant() {
        return loaded != null
                && loaded.state() instanceof JobState.Ready
                && (job.state() instanceof JobState.Leased
                        || job.state() instanceof JobState.Running)
                && job.epoch() == loaded.epoch() + 1
                && isSameAttempt(loaded);
    }

    /// Whether all that happened to the lease of a job is that both ended.
    boolean isEnd() {
        return loaded != null
                && loaded.state() instanceof JobState.Held
                && job.state() instanceof JobState.Finished end
                && end.lease() != null
                && job.epoch() == loaded.epoch()
                && isSameAttempt(loaded);
    }

    private boolean isSameAttempt(Job before) {
        return job.state().attempt() == before.state().attempt()
                && job.tally().equals(before.tally());
    }

    int pastBefore() {
        return loaded == null ? 0 : loaded.past().size();
    }

    /// The number of the newest audit line when the job was loaded.
    int version() {
        return version;
    }

    boolean isLocked() {
        return locked;
    }

    List<Event> events() {
        return events;
    }

    AuditTrail trail() {
        return trail;
    }

    /// When the newest lease was granted, if it was known to this transaction.
    @Nullable Instant lastGrant() {
        return lastGrant;
    }

    /// When the newest attempt started, if it did.
    @Nullable Instant lastStart() {
        return lastStart;
    }

    @Nullable String progress() {
        return progress;
    }
}
