package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.server.http.Problem;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The readers that wait for jobs to change. They are only told that there is something new, and look for themselves:
/// a slow reader costs no memory.
public final class Watchers implements CommitListener {
    private final Map<JobId, Set<Watch>> byJob = new ConcurrentHashMap<>();
    private final Set<Watch> all = ConcurrentHashMap.newKeySet();
    private final int most;
    private volatile boolean closed;

    public Watchers(int most) {
        this.most = most;
    }

    /// Waits for any of these jobs.
    ///
    /// @param woken called at every change, on a thread that must not be blocked
    public Watch watch(Collection<JobId> jobs, Runnable woken) {
        if (closed || all.size() >= most) {
            throw Problem.of(503, "TOO_MANY_WATCHERS", "more are following than may follow")
                    .withHeader("Retry-After", "5")
                    .asException();
        }
        var watch = new Watch(this, List.copyOf(jobs), woken);
        all.add(watch);
        for (JobId job : jobs) {
            byJob.compute(
                    job,
                    (_, watches) -> {
                        Set<Watch> some = watches == null ? ConcurrentHashMap.newKeySet() : watches;
                        some.add(watch);
                        return some;
                    });
        }
        return watch;
    }

    /// Ends every wait for good.
    public void close() {
        closed = true;
        all.forEach(Watch::end);
    }

    void remove(Watch watch) {
        all.remove(watch);
        for (JobId job : watch.jobs()) {
            byJob.computeIfPresent(
                    job,
                    (_, watches) -> {
                        watches.remove(watch);
                        return watches.isEmpty() ? null : watches;
                    });
        }
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        if (!byJob.isEmpty()) {
            for (Change change : changes) {
                changed(change.job().id());
            }
        }
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {
        if (!byJob.isEmpty()) {
            jobs.forEach(this::changed);
        }
    }

    private void changed(JobId job) {
        Set<Watch> watches = byJob.get(job);
        if (watches != null) {
            watches.forEach(watch -> watch.changed(job));
        }
    }
}
