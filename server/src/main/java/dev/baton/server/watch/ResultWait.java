package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.store.Results;
import dev.baton.store.Results.Ended;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One who waits for jobs to end. Close it, or it is told for ever.
public final class ResultWait implements AutoCloseable {
    private final ResultWaits waits;
    private final Set<JobId> jobs;
    private final Map<JobId, Ended> ended = new LinkedHashMap<>();
    private final Set<JobId> elsewhere = new HashSet<>();
    private boolean over;
    private long characters;
    private boolean full;

    /// How many have to end before it is worth waking who waits.
    private int wanted;

    ResultWait(ResultWaits waits, Set<JobId> jobs) {
        this.waits = waits;
        this.jobs = jobs;
    }

    /// Takes a result that is known. A job ends once, so it makes no difference who is first to say so.
    public synchronized void add(Ended result) {
        String report = result.report();
        int more = report == null ? 0 : report.length();
        if (!ended.isEmpty() && characters + more > Results.MAX_CHARACTERS) {
            fill();
            return;
        }
        characters += ended.containsKey(result.job()) ? 0 : more;
        if (ended.putIfAbsent(result.job(), result) == null && ended.size() >= wanted) {
            notifyAll();
        }
    }

    /// More results than are known now would be too much for one answer.
    public synchronized void fill() {
        full = true;
        notifyAll();
    }

    public synchronized boolean isFull() {
        return full;
    }

    /// How much text the results have.
    public synchronized long characters() {
        return characters;
    }

    /// Waits until so many jobs have ended, there is something to be read, the time is over, or all is over.
    ///
    /// @return the jobs that changed at another orchestrator: look whether they ended
    public synchronized Set<JobId> await(int enough, long nanos) throws InterruptedException {
        wanted = enough;
        long deadline = System.nanoTime() + nanos;
        while (ended.size() < wanted && elsewhere.isEmpty() && !over && !full) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        var toRead = Set.copyOf(elsewhere);
        elsewhere.clear();
        return toRead;
    }

    /// How many of the jobs have ended.
    public synchronized int count() {
        return ended.size();
    }

    /// Whether the orchestrator is being shut down.
    public synchronized boolean isOver() {
        return over;
    }

    /// Those that have ended, in the order in which that was heard of.
    public synchronized List<Ended> ended() {
        return new ArrayList<>(ended.values());
    }

    @Override
    public void close() {
        waits.remove(this);
    }

    Set<JobId> jobs() {
        return jobs;
    }

    synchronized void changedElsewhere(JobId job) {
        if (!ended.containsKey(job)) {
            elsewhere.add(job);
            notifyAll();
        }
    }

    synchronized void end() {
        over = true;
        notifyAll();
    }
}
