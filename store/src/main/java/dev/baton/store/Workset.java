package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The jobs of one transaction, each locked and loaded once, and the rules applied to them.
final class Workset {
    private final Rules rules;
    private final JobQueries queries;
    private final Instant now;
    private final Map<JobId, Entry> entries = new LinkedHashMap<>();
    private int discarded;

    Workset(Rules rules, JobQueries queries, Instant now) {
        this.rules = rules;
        this.queries = queries;
        this.now = now;
    }

    Instant now() {
        return now;
    }

    Collection<Entry> entries() {
        return entries.values();
    }

    /// Locks and loads those that are not here yet.
    void load(Collection<JobId> ids) throws SQLException {
        var missing = new ArrayList<JobId>(ids.size());
        for (var id : ids) {
            if (!entries.containsKey(id)) {
                missing.add(id);
            }
        }
        queries.lock(missing).forEach(this::addHopeful);
    }

    /// Loads jobs that are locked already, also those that were only remembered so far.
    void loadLocked(Collection<JobId> ids) throws SQLException {
        for (var id : ids) {
            var known = entries.get(id);
            if (known != null && !known.isLocked()) {
                entries.remove(id);
            }
        }
        load(ids);
    }

    /// A job that cannot be executed ends where it is met first, so that it is in nobody's way.
    private void addHopeful(Entry entry) {
        add(entry);
        discardIfHopeless(entry);
    }

    /// Ends a job that waits to be executed and cannot be: nobody can read it, or it is too late for it.
    ///
    /// @return whether this is one
    boolean discardIfHopeless(Entry entry) {
        var why = entry.fixed.unreadable();
        var end = why == null ? new Command.Sweep() : new Command.Discard(why);
        if (!isHopeless(entry) || !(decide(entry, end) instanceof Decision.Accept)) {
            return false;
        }
        discarded++;
        return true;
    }

    /// Whether no runner could be given the job.
    boolean isHopeless(Entry entry) {
        return entry.fixed.unreadable() != null || entry.job().isTooLate(now);
    }

    /// How many jobs ended because they could not be executed.
    int discarded() {
        return discarded;
    }

    /// Takes in those of the jobs that this lane remembers.
    ///
    /// @return the others
    List<JobId> recall(Collection<JobId> ids) {
        var unknown = new ArrayList<JobId>();
        for (var id : ids) {
            var entry = queries.remembered(id);
            if (entry == null) {
                unknown.add(id);
            } else {
                add(entry);
            }
        }
        return unknown;
    }

    /// Locks and loads a job that was only remembered.
    @Nullable Entry reload(JobId id) throws SQLException {
        entries.remove(id);
        queries.lock(List.of(id)).forEach(this::addHopeful);
        return entries.get(id);
    }

    void add(Entry entry) {
        entries.put(entry.fixed.id(), entry);
    }

    /// What came of locking a job again: the entry that is here already, since it may have changed.
    Entry addIfAbsent(Entry entry) {
        var known = entries.putIfAbsent(entry.fixed.id(), entry);
        return known == null ? entry : known;
    }

    @Nullable Entry find(JobId id) {
        return entries.get(id);
    }

    Decision decide(Entry entry, Command command) {
        var decision = rules.decide(entry.job(), command, now);
        if (decision instanceof Decision.Accept accept) {
            entry.accept(accept);
        }
        return decision;
    }

    List<Entry> changed() {
        return entries.values().stream().filter(e -> e.isNew() || e.isChanged()).toList();
    }
}
