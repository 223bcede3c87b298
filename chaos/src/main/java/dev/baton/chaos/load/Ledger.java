package dev.baton.chaos.load;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// What clients wrote down: every run that was accepted, and every answer that should not have been.
public final class Ledger {
    private final Queue<RunRecord> runs = new ConcurrentLinkedQueue<>();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();

    void accepted(RunRecord run) {
        runs.add(run);
    }

    void surprised(String what) {
        surprises.add(what);
    }

    public List<RunRecord> runs() {
        return List.copyOf(runs);
    }

    public Stream<JobRecord> jobs() {
        return runs.stream().flatMap(run -> run.jobs().stream());
    }

    public List<String> surprises() {
        return List.copyOf(surprises);
    }

    public int accepted() {
        return runs.size() * RunDraft.JOBS;
    }

    /// The oldest runs that are not known to be finished.
    List<RunRecord> open() {
        return runs.stream().filter(run -> !run.isFinished()).toList();
    }

    public int unfinished() {
        return open().size() * RunDraft.JOBS;
    }
}
