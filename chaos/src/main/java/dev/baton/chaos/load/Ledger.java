package dev.baton.chaos.load;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// What clients wrote down: every run that was accepted, and every answer that should not have been.
public final class Ledger {
    private final Queue<RunRecord> runs = new ConcurrentLinkedQueue<>();
    private final Queue<StandIn> standIns = new ConcurrentLinkedQueue<>();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();

    /// A job that stands for one that was not made.
    ///
    /// @param key that both have
    public record StandIn(String key, String job) {}

    void accepted(RunRecord run) {
        runs.add(run);
    }

    void merged(StandIn standIn) {
        standIns.add(standIn);
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
        return (int) jobs().count();
    }

    /// How many of them are calls.
    public int calls() {
        return (int) jobs().filter(job -> job.draft().kind().isCall()).count();
    }

    /// Jobs that were not made, because another one had their key.
    public List<StandIn> standIns() {
        return List.copyOf(standIns);
    }

    /// The oldest runs that are not known to be finished.
    List<RunRecord> open() {
        return runs.stream().filter(run -> !run.isFinished()).toList();
    }

    public int unfinished() {
        return open().stream().mapToInt(run -> run.jobs().size()).sum();
    }
}
