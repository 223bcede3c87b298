package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;
import dev.baton.server.http.Problem;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.store.Results.Ended;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Those who wait for jobs to end. The commit that ends a job brings what came of it along: nobody has to read it again.
public final class ResultWaits implements CommitListener {
    /// How many may wait at once, whatever they wait for.
    private static final int MOST_WAITING = 10_000;

    private final Map<JobId, Set<ResultWait>> byJob = new ConcurrentHashMap<>();
    private final Set<ResultWait> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Begins to wait for jobs. What ended before is for the caller to look up, after this.
    public ResultWait open(Set<JobId> jobs) {
        if (closed || all.size() >= MOST_WAITING) {
            throw Problem.of(503, "TOO_MANY_WATCHERS", "more are waiting than may wait")
                    .withHeader("Retry-After", "5")
                    .asException();
        }
        var wait = new ResultWait(this, jobs);
        all.add(wait);
        for (JobId job : jobs) {
            // Nearly always one, and a set of one costs next to nothing.
            byJob.merge(job, Set.of(wait), ResultWaits::union);
        }
        return wait;
    }

    /// How many wait, whatever they wait for.
    public int count() {
        return all.size();
    }

    /// The jobs that are waited for.
    Set<JobId> jobs() {
        return Set.copyOf(byJob.keySet());
    }

    /// Ends every wait for good.
    public void close() {
        closed = true;
        all.forEach(ResultWait::end);
    }

    void remove(ResultWait wait) {
        if (!all.remove(wait)) {
            return;
        }
        for (JobId job : wait.jobs()) {
            byJob.computeIfPresent(
                    job,
                    (_, waits) -> {
                        var others = without(waits, wait);
                        return others.isEmpty() ? null : others;
                    });
        }
    }

    private static Set<ResultWait> union(Set<ResultWait> some, Set<ResultWait> more) {
        return Stream.concat(some.stream(), more.stream()).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<ResultWait> without(Set<ResultWait> waits, ResultWait wait) {
        return waits.stream()
                .filter(one -> !one.equals(wait))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        if (byJob.isEmpty()) {
            return;
        }
        for (Change change : changes) {
            if (change.job().state() instanceof JobState.Finished done) {
                Set<ResultWait> waits = byJob.get(change.job().id());
                if (waits != null) {
                    var ended = Ended.of(change.job(), done);
                    waits.forEach(wait -> wait.add(ended));
                }
            }
        }
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {
        for (JobId job : jobs) {
            byJob.getOrDefault(job, Set.of()).forEach(wait -> wait.changedElsewhere(job));
        }
    }
}
