package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.store.Views;
import dev.baton.store.Views.Extent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Makes up for notices of other orchestrators that were lost: looks at every job that a client follows or waits for, and wakes
/// the clients of those that have changed.
///
/// [#look] is called again and again by one thread.
public final class MissedChanges implements CommitListener {
    /// How long after notices were lost it takes at most to begin to look.
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final int CHUNK = 1_000;

    private final Views views;
    private final Watchers watchers;
    private final ResultWaits waits;
    private final AtomicBoolean missed = new AtomicBoolean();
    private Map<JobId, Integer> linesSeen = new HashMap<>();

    public MissedChanges(Views views, Watchers watchers, ResultWaits waits) {
        this.views = views;
        this.watchers = watchers;
        this.waits = waits;
    }

    @Override
    public void changesMissed() {
        missed.set(true);
    }

    /// Looks, if something may have been missed since the last time.
    public void look() {
        if (missed.getAndSet(false)) {
            try {
                lookAtAll();
            } catch (RuntimeException e) {
                missed.set(true);
                throw e;
            }
        }
    }

    private void lookAtAll() {
        Set<JobId> awaited = waits.jobs();
        var jobs = new HashSet<>(awaited);
        jobs.addAll(watchers.jobs());
        var seen = new HashMap<JobId, Integer>();
        for (List<JobId> some : chunks(jobs)) {
            var changed = new ArrayList<JobId>();
            var ended = new ArrayList<JobId>();
            for (Extent extent : views.extents(some)) {
                Integer before = linesSeen.get(extent.job());
                if (before == null || before != extent.lines()) {
                    changed.add(extent.job());
                }
                if (extent.finished() && awaited.contains(extent.job())) {
                    ended.add(extent.job());
                }
                seen.put(extent.job(), extent.lines());
            }
            watchers.changedElsewhere(changed);
            waits.changedElsewhere(ended);
        }
        linesSeen = seen;
    }

    private static List<List<JobId>> chunks(Set<JobId> jobs) {
        var all = List.copyOf(jobs);
        var chunks = new ArrayList<List<JobId>>();
        for (int from = 0; from < all.size(); from += CHUNK) {
            chunks.add(all.subList(from, Math.min(from + CHUNK, all.size())));
        }
        return chunks;
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {}

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}
}
