package dev.baton.chaos.proof;

import dev.baton.chaos.estate.Terms;
import dev.baton.chaos.load.Client;
import dev.baton.chaos.load.JobKind;
import dev.baton.chaos.load.Ledger;
import dev.baton.chaos.load.RunRecord;
import dev.baton.chaos.proof.Violation.Kind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Holds the whole history against what was promised.
public final class Proof {
    private static final int AT_ONCE = 8;

    private final Histories histories;
    private final Ledger ledger;
    private final Map<String, JobHistory> jobs = new HashMap<>();
    private final Map<String, CallHistory> calls = new HashMap<>();
    private final List<Violation> found = new ArrayList<>();
    private List<String> letters = List.of();

    public Proof(Client client, Ledger ledger, Path evidence) {
        histories = new Histories(client, evidence);
        this.ledger = ledger;
    }

    /// Reads everything and checks it, while the orchestrators still answer.
    ///
    /// @return all that must not be
    public List<Violation> check() throws IOException, InterruptedException {
        ledger.surprises()
                .forEach(what -> found.add(new Violation(Kind.BROKEN_PROMISE, "client", what)));
        checkRuns(histories.runs());
        gather();
        for (JobHistory job : jobs.values()) {
            found.addAll(TrailRules.check(job));
            ResultRules.checkStatus(job).ifPresent(found::add);
            ResultRules.checkOrder(job, jobs).ifPresent(found::add);
            if (job.record().draft().kind().isCall()) {
                CallHistory call = histories.ofCall(job);
                calls.put(job.id(), call);
                found.addAll(CallRules.check(call, Terms.TTL));
            } else {
                found.addAll(ExecutionRules.check(job, Terms.TTL));
                checkLog(job);
            }
        }
        found.addAll(GateRules.check(jobs.values()));
        found.addAll(KeyRules.check(jobs.values(), ledger.standIns()));
        letters = histories.deadLetters();
        found.addAll(LetterRules.check(calls.values(), letters));
        return List.copyOf(found);
    }

    public int executions() {
        long ofSteps =
                jobs.values().stream()
                        .flatMap(job -> job.notes().stream())
                        .filter(note -> note.is("start"))
                        .count();
        long ofCalls =
                calls.values().stream()
                        .flatMap(call -> call.notes().stream())
                        .filter(note -> note.is("start"))
                        .count();
        return (int) (ofSteps + ofCalls);
    }

    public int deadLetters() {
        return letters.size();
    }

    Optional<CallHistory> call(String job) {
        return Optional.ofNullable(calls.get(job));
    }

    Optional<JobHistory> history(String job) {
        return Optional.ofNullable(jobs.get(job));
    }

    /// Every run that was accepted is there, once.
    private void checkRuns(Map<String, String> there) {
        Set<String> keys = new HashSet<>();
        there.forEach(
                (run, key) -> {
                    if (!keys.add(key)) {
                        found.add(
                                new Violation(Kind.DOUBLED, run, key + " made more than one run"));
                    }
                });
        for (RunRecord run : ledger.runs()) {
            if (!run.key().equals(there.get(run.id()))) {
                found.add(new Violation(Kind.LOST, run.id(), "it was accepted and is not there"));
            }
        }
    }

    private void gather() throws IOException, InterruptedException {
        var limit = new Semaphore(AT_ONCE);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var pending = new ArrayList<Future<List<JobHistory>>>();
            for (RunRecord run : ledger.runs()) {
                limit.acquire();
                pending.add(
                        threads.submit(
                                () -> {
                                    try {
                                        return histories.ofRun(run);
                                    } finally {
                                        limit.release();
                                    }
                                }));
            }
            for (Future<List<JobHistory>> each : pending) {
                each.get().forEach(job -> jobs.put(job.id(), job));
            }
        } catch (ExecutionException e) {
            throw new IOException("the history could not be read: " + e.getCause(), e);
        }
        ledger.jobs()
                .filter(job -> !jobs.containsKey(job.id()))
                .forEach(
                        job ->
                                found.add(
                                        new Violation(
                                                Kind.LOST,
                                                job.id(),
                                                "it was accepted and is not there")));
    }

    private void checkLog(JobHistory job) throws IOException, InterruptedException {
        var draft = job.record().draft();
        if (draft.kind() == JobKind.TALKER && job.status().equals("SUCCEEDED")) {
            LogRules.check(job.id(), draft.lines(), histories.log(job.id())).ifPresent(found::add);
        }
    }
}
