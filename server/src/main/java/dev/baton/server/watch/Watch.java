package dev.baton.server.watch;

import dev.baton.core.JobId;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One reader that waits for some jobs. Close it, or it is told for ever.
public final class Watch implements AutoCloseable {
    private final Watchers watchers;
    private final String token;
    private final List<JobId> jobs;
    private final Runnable woken;
    private final Set<JobId> changed = new HashSet<>();
    private boolean ended;

    Watch(Watchers watchers, String token, List<JobId> jobs, Runnable woken) {
        this.watchers = watchers;
        this.token = token;
        this.jobs = jobs;
        this.woken = woken;
    }

    /// The jobs that changed since the last call: waits until there is one, the time is over, or all is over.
    public synchronized Set<JobId> await(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (changed.isEmpty() && !ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        var news = Set.copyOf(changed);
        changed.clear();
        return news;
    }

    /// Whether the orchestrator is being shut down.
    public synchronized boolean isOver() {
        return ended;
    }

    @Override
    public void close() {
        watchers.remove(this);
    }

    String token() {
        return token;
    }

    List<JobId> jobs() {
        return jobs;
    }

    void changed(JobId job) {
        synchronized (this) {
            changed.add(job);
            notifyAll();
        }
        woken.run();
    }

    void end() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        woken.run();
    }
}
