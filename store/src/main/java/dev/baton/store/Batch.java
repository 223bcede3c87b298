package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// One transaction for all the requests that wait: load, decide, save.
///
/// Read [#run] for the order of things. Nothing leaves a batch before its commit; a batch that failed has
/// changed nothing, here or in the store.
final class Batch {
    private static final Command SWEEP = new Command.Sweep();

    private final LaneTools tools;
    private final Shared shared;
    private final List<Request> requests;
    private final Workset jobs;
    private final Dispatch dispatch;
    private final Gates gates;
    private final Submissions submissions;
    private final long generation;
    private final Map<Request.Telling, List<Reply>> replies = new LinkedHashMap<>();
    private final Map<Request.Sweeping, Integer> swept = new HashMap<>();
    private final List<Request.Probing> probed = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final Taking taking = new Taking();

    /// The jobs that ended here and whose dependents know.
    private final Set<JobId> told = new LinkedHashSet<>();

    private Map<Integer, Integer> left = new HashMap<>();
    private int commands;

    Batch(LaneTools tools, Shared shared, List<Request> requests) throws SQLException {
        this.tools = tools;
        this.shared = shared;
        this.requests = requests;
        this.generation = shared.parking().generation();
        this.jobs =
                new Workset(
                        shared.rules(),
                        tools.queries(),
                        tools.session().dialect().now(tools.session()));
        this.dispatch = new Dispatch(jobs, tools.queries(), shared, tools.random());
        this.gates = new Gates(jobs, tools.queries(), tools.session());
        this.submissions = new Submissions(tools, shared, jobs, gates);
    }

    /// Everything up to the commit.
    void run() throws SQLException {
        var overdue = loadJobs();
        for (var request : requests) {
            switch (request) {
                case Request.Telling telling -> tell(telling);
                case Request.Submitting submitting -> submit(submitting);
                case Request.Sweeping sweeping ->
                        sweep(sweeping, overdue.getOrDefault(sweeping, List.of()));
                case Request.Probing probing -> probe(probing);
                case Request.Claiming _ -> {}
            }
        }
        letOthersOn();
        int discarded = jobs.discarded();
        dispatch.serve(asking());
        if (jobs.discarded() > discarded) {
            letOthersOn();
        }
        left = dispatch.handOver();
        new Changes(tools, jobs, submissions, gates).save();
        shared.neighbours().tell(tools.session(), left, watched());
    }

    /// Tells whoever waited for what ended here. Among them may be some that end at once, for they cannot be read.
    private void letOthersOn() throws SQLException {
        int discarded;
        do {
            discarded = jobs.discarded();
            releaseDependents();
            gates.settle();
        } while (jobs.discarded() > discarded);
    }

    private Map<Request.Sweeping, List<JobId>> loadJobs() throws SQLException {
        Set<JobId> held = new LinkedHashSet<>();
        Set<JobId> others = new LinkedHashSet<>();
        var overdue = new HashMap<Request.Sweeping, List<JobId>>();
        for (var request : requests) {
            if (request instanceof Request.Telling telling) {
                for (var addressed : telling.commands) {
                    boolean byRunner = addressed.command() instanceof Command.LeaseMessage;
                    (byRunner ? held : others).add(addressed.job());
                }
            }
        }
        held.removeAll(others);
        others.addAll(jobs.recall(held));
        jobs.load(others);
        // A sweep waits for no lock, so it comes after those that may have to.
        for (var request : requests) {
            if (request instanceof Request.Sweeping sweeping) {
                var due = tools.queries().lockDue(jobs.now(), sweeping.limit);
                overdue.put(sweeping, due);
                jobs.loadLocked(due);
            }
        }
        return overdue;
    }

    private void tell(Request.Telling telling) throws SQLException {
        var said = new ArrayList<Reply>(telling.commands.size());
        for (var command : telling.commands) {
            said.add(tell(command));
        }
        commands += said.size();
        replies.put(telling, said);
    }

    private Reply tell(Addressed addressed) throws SQLException {
        var entry = jobs.find(addressed.job());
        if (entry == null) {
            return unknown();
        }
        var before = entry.job().state();
        var decision = jobs.decide(entry, addressed.command());
        if (!(decision instanceof Decision.Accept) && !entry.isLocked() && !entry.isChanged()) {
            // Nothing will be written that could tell whether what is remembered is still true:
            // look.
            entry = jobs.reload(addressed.job());
            if (entry == null) {
                return unknown();
            }
            before = entry.job().state();
            decision = jobs.decide(entry, addressed.command());
        }
        taken(before, addressed.command(), decision);
        if (decision instanceof Decision.Refuse(var reason)) {
            refusals.add(reason);
        } else if (addressed.progress() != null) {
            entry.report(addressed.progress());
        }
        return new Reply(decision, entry.job().state());
    }

    private void taken(JobState before, Command command, Decision decision) {
        if (decision instanceof Decision.Accept accept) {
            taking.accepted(before, command, accept, !shared.parking().backoff().isEmpty());
        }
    }

    private Reply unknown() {
        refusals.add(Refusal.UNKNOWN_LEASE);
        return new Reply(new Decision.Refuse(Refusal.UNKNOWN_LEASE), null);
    }

    private void submit(Request.Submitting submitting) throws SQLException {
        submissions.submit(submitting);
        commands++;
    }

    /// Shows that rows can be written, and leaves none.
    private void probe(Request.Probing probing) throws SQLException {
        long id = tools.ids().next(tools.session());
        for (var sql :
                List.of(
                        "INSERT INTO write_probe (id) VALUES (?)",
                        "DELETE FROM write_probe WHERE id = ?")) {
            var statement = tools.session().statement(sql);
            statement.setLong(1, id);
            statement.executeUpdate();
        }
        probed.add(probing);
    }

    private void sweep(Request.Sweeping sweeping, List<JobId> due) {
        for (var id : due) {
            var entry = jobs.find(id);
            if (entry != null) {
                var before = entry.job().state();
                taken(before, SWEEP, jobs.decide(entry, SWEEP));
            }
        }
        commands += due.size();
        swept.put(sweeping, due.size());
    }

    /// Tells the jobs that waited for those that finished here, and those that waited for them.
    private void releaseDependents() throws SQLException {
        var finished = finishedNeeds();
        while (!finished.isEmpty()) {
            told.addAll(finished.keySet());
            var waiting = new ArrayList<>(tools.queries().dependents(finished.keySet()));
            waiting.addAll(submissions.dependents(finished.keySet()));
            jobs.load(waiting.stream().map(Tables.NeedRow::job).toList());
            for (var row : waiting) {
                var entry = jobs.find(row.job());
                var status = finished.get(row.need());
                if (entry != null && status != null) {
                    jobs.decide(entry, Command.ofNeed(row.need(), status));
                }
            }
            finished = finishedNeeds();
        }
    }

    private Map<JobId, FinalStatus> finishedNeeds() {
        var finished = new LinkedHashMap<JobId, FinalStatus>();
        for (var entry : jobs.entries()) {
            if (entry.fixed.hasDependents()
                    && entry.finishedHere()
                    && !told.contains(entry.fixed.id())
                    && entry.job().state() instanceof JobState.Finished done) {
                finished.put(entry.fixed.id(), done.outcome().status());
            }
        }
        return finished;
    }

    private List<WaitingRunner> asking() {
        var asking = new ArrayList<WaitingRunner>();
        for (var request : requests) {
            if (request instanceof Request.Claiming claiming) {
                asking.add(claiming.demand);
            } else if (request instanceof Request.Telling telling) {
                asking.addAll(telling.asking);
            }
        }
        return asking;
    }

    /// The jobs whose runner or watchers may be at another orchestrator and have something to hear.
    private List<JobId> watched() {
        return jobs.entries().stream()
                .filter(e -> e.isChanged() && !e.events().isEmpty())
                .filter(e -> e.job().state() instanceof JobState.Canceling || e.job().isFinished())
                .map(e -> e.fixed.id())
                .toList();
    }

    /// The transaction failed.
    void undo() {
        dispatch.undo();
        // Their ids may be given to others.
        for (var entry : jobs.entries()) {
            if (entry.isNew()) {
                tools.knownJobs().forget(entry.fixed.id());
            }
        }
        shared.cursors().startOver();
    }

    /// The transaction was committed: answers whoever waits for it, before anything that can be done while they go on.
    Committed settle() {
        var granted = dispatch.settle();
        shared.requirements().useAll(jobs.entries());
        for (var entry : jobs.entries()) {
            if (entry.isReady()) {
                shared.cursors().ready(entry.fixed.requirement(), Position.of(entry.job()));
            }
        }
        dispatch.passedOver().forEach((queue, jobs) -> left.merge(queue, jobs, Integer::sum));
        if (!left.isEmpty()) {
            shared.parking().raiseGeneration();
        }
        dispatch.worthAnotherLook().forEach((queue, n) -> left.merge(queue, n, Integer::sum));
        replies.forEach(Request.Telling::answer);
        swept.forEach(Request.Sweeping::answer);
        probed.forEach(probing -> probing.answer(true));
        submissions.answer();
        return new Committed(
                this::remember,
                commands,
                refusals,
                taking,
                granted,
                dispatch.runners(),
                dispatch.cutShort(),
                submissions.unfinished(),
                left,
                generation);
    }

    /// Remembers what the next transaction of this lane is likely to need.
    ///
    /// @return what this one did
    private List<Change> remember() {
        var changes = new ArrayList<Change>();
        for (var entry : jobs.changed()) {
            if (!entry.events().isEmpty()) {
                changes.add(
                        new Change(
                                entry.fixed.run(),
                                entry.job(),
                                jobs.now(),
                                entry.events(),
                                entry.trail().seq(),
                                entry.fixed.extras().function()));
            }
            remember(entry);
        }
        return changes;
    }

    private void remember(Entry entry) {
        var job = entry.job();
        if (job.isFinished()) {
            tools.knownJobs().forget(job.id());
        } else if (job.state() instanceof JobState.Held && job.past().isEmpty()) {
            tools.knownJobs().putHeld(JobRow.of(entry));
        } else {
            tools.knownJobs().forgetHeld(job.id());
        }
    }

    /// What is left to do after a commit, outside of the store.
    ///
    /// @param changes to be asked for once, before the next transaction
    /// @param cutShort those of the runners that were given less than there is
    /// @param unfinished the runs of which one more part is written, and not the last
    /// @param left how many jobs of each queue are ready, were locked here and were taken by nobody
    record Committed(
            Supplier<List<Change>> changes,
            int commands,
            List<Refusal> refusals,
            Taking taking,
            Map<WaitingRunner, List<Grant>> granted,
            Iterable<WaitingRunner> asked,
            Set<WaitingRunner> cutShort,
            List<Request.Submitting> unfinished,
            Map<Integer, Integer> left,
            long generation) {}
}
