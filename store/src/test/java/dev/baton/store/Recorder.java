package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Keeps what a listener is told.
final class Recorder implements CommitListener {
    /// How many commands each transaction had.
    final List<Integer> commits = new CopyOnWriteArrayList<>();

    final List<Change> changes = new CopyOnWriteArrayList<>();
    final List<Refusal> refusals = new CopyOnWriteArrayList<>();
    final List<JobId> changedElsewhere = new CopyOnWriteArrayList<>();
    final AtomicInteger missed = new AtomicInteger();

    @Override
    public void committed(List<Change> committed, int commands, Duration took) {
        commits.add(commands);
        changes.addAll(committed);
    }

    @Override
    public void refused(Refusal reason) {
        refusals.add(reason);
    }

    @Override
    public void changedElsewhere(List<JobId> jobs) {
        changedElsewhere.addAll(jobs);
    }

    @Override
    public void changesMissed() {
        missed.incrementAndGet();
    }
}
