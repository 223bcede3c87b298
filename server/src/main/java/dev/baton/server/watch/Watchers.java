package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.server.config.Limits.Watching;
import dev.baton.server.http.Problem;
import dev.baton.server.http.ProblemException;
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
    private final Map<String, Integer> byToken = new ConcurrentHashMap<>();
    private final Watching limits;
    private volatile boolean closed;

    public Watchers(Watching limits) {
        this.limits = limits;
    }

    /// Waits for any of these jobs.
    ///
    /// @param token the id of the reader's token
    /// @param woken called at every change, on a thread that must not be blocked
    public Watch watch(String token, Collection<JobId> jobs, Runnable woken) {
        if (closed || all.size() >= limits.most()) {
            throw tooMany("more are following than may follow");
        }
        if (byToken.merge(token, 1, Integer::sum) > limits.perToken()) {
            forget(token);
            throw tooMany("the token may follow %d at once".formatted(limits.perToken()));
        }
        var watch = new Watch(this, token, List.copyOf(jobs), woken);
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

    /// The jobs that somebody follows.
    Set<JobId> jobs() {
        return Set.copyOf(byJob.keySet());
    }

    /// Ends every wait for good.
    public void close() {
        closed = true;
        all.forEach(Watch::end);
    }

    void remove(Watch watch) {
        if (!all.remove(watch)) {
            return;
        }
        forget(watch.token());
        for (JobId job : watch.jobs()) {
            byJob.computeIfPresent(
                    job,
                    (_, watches) -> {
                        watches.remove(watch);
                        return watches.isEmpty() ? null : watches;
                    });
        }
    }

    private void forget(String token) {
        byToken.computeIfPresent(token, (_, count) -> count == 1 ? null : count - 1);
    }

    private static ProblemException tooMany(String why) {
        return Problem.of(503, "TOO_MANY_WATCHERS", why)
                .withHeader("Retry-After", "5")
                .asException();
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
