package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The runs that a transaction creates.
final class Submissions {
    private final LaneTools tools;
    private final Shared shared;
    private final Workset jobs;
    private final Gates gates;
    private final Map<Request.Submitting, Submitted> results = new LinkedHashMap<>();
    private final Map<List<String>, JobQueries.EarlierRun> createdHere = new HashMap<>();
    private final UniqueKeys keys;
    private final Map<Request.Submitting, Integer> unfinished = new LinkedHashMap<>();
    private final WrittenParts parts;
    private final List<Tables.NewRunRow> runs = new ArrayList<>();
    private final List<Tables.NeedRow> needs = new ArrayList<>();

    Submissions(LaneTools tools, Shared shared, Workset jobs, Gates gates) {
        this.tools = tools;
        this.shared = shared;
        this.jobs = jobs;
        this.gates = gates;
        this.keys = new UniqueKeys(tools.session(), jobs);
        this.parts = new WrittenParts(new PartialRuns(tools.session()));
    }

    UniqueKeys keys() {
        return keys;
    }

    List<Tables.NewRunRow> runs() {
        return runs;
    }

    WrittenParts parts() {
        return parts;
    }

    List<Tables.NeedRow> needs() {
        return needs;
    }

    /// Which of the new jobs wait for these: their rows are not written yet.
    List<Tables.NeedRow> dependents(Set<JobId> finished) {
        return needs.stream().filter(row -> finished.contains(row.need())).toList();
    }

    void submit(Request.Submitting request) throws SQLException {
        var run = request.run;
        var earlier = earlier(run);
        if (earlier != null && !earlier.fingerprint().equals(run.fingerprint())) {
            results.put(request, new Submitted.KeyReused(earlier.id()));
        } else if (earlier != null && parts.isWrittenHere(earlier.id())) {
            unfinished.put(request, request.turn()); // it came twice: one part is enough for now
        } else if (earlier != null) {
            goOn(request, earlier.id());
        } else if (request.parts.isOne()) {
            results.put(request, create(run));
        } else {
            begin(request);
        }
    }

    private void begin(Request.Submitting request) throws SQLException {
        var run = createRun(request.run);
        var ids = new long[request.parts.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = tools.ids().next(tools.session());
        }
        int next = write(request, run, new PartialRuns.Progress(0, ids));
        parts.begin(run, request.rest, new PartialRuns.Progress(next, ids));
        unfinished.put(request, next);
    }

    private void goOn(Request.Submitting request, RunId run) throws SQLException {
        var progress = parts.lock(run);
        if (progress == null) {
            results.put(request, again(request.run, run));
            return;
        }
        int next = write(request, run, progress);
        if (next < request.parts.size()) {
            parts.advance(run, new PartialRuns.Progress(next, progress.ids()));
            unfinished.put(request, next);
            return;
        }
        boolean isEmpty = LongStream.of(progress.ids()).allMatch(id -> id < 0);
        parts.end(run, isEmpty);
        results.put(request, written(request.run, isEmpty ? null : run, progress.ids()));
    }

    private static Submitted written(NewRun run, @Nullable RunId id, long[] ids) {
        var jobs = LongStream.of(ids).mapToObj(job -> new JobId(Math.abs(job))).toList();
        var standIns = new HashSet<Integer>();
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0) {
                standIns.add(i);
            }
        }
        return id != null && standIns.isEmpty()
                ? new Submitted.Created(id, jobs, false)
                : merged(run, id, jobs, standIns);
    }

    /// Writes one part of a large run.
    ///
    /// @return the turn that the next part begins with
    private int write(Request.Submitting request, RunId run, PartialRuns.Progress progress)
            throws SQLException {
        var cut = request.parts;
        int end = cut.end(progress.turn());
        var jobsOfRun = request.run.jobs();
        var ids = progress.ids();
        var places = IntStream.range(progress.turn(), end).map(cut::at).toArray();
        var here = new HashSet<Integer>();
        var before = new LinkedHashSet<JobId>();
        for (int place : places) {
            here.add(place);
            for (int need : jobsOfRun.get(place).needs()) {
                if (!here.contains(need)) {
                    before.add(new JobId(Math.abs(ids[need])));
                }
            }
        }
        // Some may have ended while the others were not written yet, and told nobody.
        jobs.load(before);
        var labels = LabelsJson.write(request.run.labels());
        for (int place : places) {
            var standIn = standIn(jobsOfRun.get(place));
            if (standIn != null) {
                ids[place] = -standIn.value();
                continue;
            }
            var entry =
                    create(
                            request.run,
                            run,
                            labels,
                            i -> new JobId(Math.abs(ids[i])),
                            place,
                            cut.isNeeded(place));
            for (int need : jobsOfRun.get(place).needs()) {
                tellOfNeed(entry, jobs.find(new JobId(Math.abs(ids[need]))));
            }
        }
        return end;
    }

    private void tellOfNeed(Entry entry, @Nullable Entry need) {
        if (need != null
                && !need.finishedHere()
                && need.job().state() instanceof JobState.Finished done) {
            jobs.decide(entry, Command.ofNeed(need.fixed.id(), done.outcome().status()));
        }
    }

    /// Those of which a part is written, and not the last.
    List<Request.Submitting> unfinished() {
        return List.copyOf(unfinished.keySet());
    }

    void answer() {
        results.forEach(Request.Submitting::answer);
        unfinished.forEach(Request.Submitting::goOn);
    }

    private JobQueries.@Nullable EarlierRun earlier(NewRun run) throws SQLException {
        var key = run.key();
        if (key == null) {
            return null;
        }
        var here = createdHere.get(List.of(run.owner(), key));
        return here != null ? here : tools.queries().earlierRun(run.owner(), key);
    }

    /// What was answered when the run was created. Others that stood for its jobs then may be over, and are not named.
    private Submitted again(NewRun run, RunId id) throws SQLException {
        Map<String, JobId> created = jobsOf(id);
        if (created.size() == run.jobs().size()) {
            return new Submitted.Created(id, List.copyOf(created.values()), true);
        }
        var placed = new ArrayList<Submitted.Placed>();
        for (var job : run.jobs()) {
            var own = created.get(job.name());
            var standIn = own == null ? standIn(job) : null;
            if (own != null) {
                placed.add(new Submitted.Placed(own, job.name(), false));
            } else if (standIn != null) {
                placed.add(new Submitted.Placed(standIn, job.name(), true));
            }
        }
        return new Submitted.Merged(id, placed, true);
    }

    private Map<String, JobId> jobsOf(RunId run) throws SQLException {
        var here = new LinkedHashMap<String, JobId>();
        for (var entry : jobs.entries()) {
            if (entry.isNew() && entry.fixed.run().equals(run)) {
                here.put(entry.fixed.name(), entry.fixed.id());
            }
        }
        return here.isEmpty() ? tools.queries().jobsOf(run) : here;
    }

    /// The job that has the key of a job that is submitted, if there is one.
    private @Nullable JobId standIn(NewRun.NewJob job) throws SQLException {
        var key = job.extras().uniqueKey();
        return key == null ? null : keys.holder(key);
    }

    private Submitted create(NewRun run) throws SQLException {
        var standIns = new HashMap<Integer, JobId>();
        for (int i = 0; i < run.jobs().size(); i++) {
            var standIn = standIn(run.jobs().get(i));
            if (standIn != null) {
                standIns.put(i, standIn);
            }
        }
        var id = standIns.size() == run.jobs().size() ? null : createRun(run);
        var ids = new ArrayList<JobId>(run.jobs().size());
        for (int i = 0; i < run.jobs().size(); i++) {
            var standIn = standIns.get(i);
            ids.add(standIn != null ? standIn : new JobId(tools.ids().next(tools.session())));
        }
        Set<Integer> needed = new HashSet<>();
        run.jobs().forEach(job -> needed.addAll(job.needs()));
        for (int i = 0; i < ids.size() && id != null; i++) {
            if (!standIns.containsKey(i)) {
                create(run, id, runs.getLast().labels(), ids::get, i, needed.contains(i));
            }
        }
        return id != null && standIns.isEmpty()
                ? new Submitted.Created(id, ids, false)
                : merged(run, id, ids, standIns.keySet());
    }

    private static Submitted merged(
            NewRun run, @Nullable RunId id, List<JobId> ids, Set<Integer> standIns) {
        var placed = new ArrayList<Submitted.Placed>();
        for (int i = 0; i < ids.size(); i++) {
            var name = run.jobs().get(i).name();
            placed.add(new Submitted.Placed(ids.get(i), name, standIns.contains(i)));
        }
        return new Submitted.Merged(id, placed, false);
    }

    private RunId createRun(NewRun run) throws SQLException {
        var runId = new RunId(tools.ids().next(tools.session()));
        runs.add(
                new Tables.NewRunRow(
                        runId.value(), run, LabelsJson.write(run.labels()), Micros.of(jobs.now())));
        var key = run.key();
        if (key != null) {
            createdHere.put(
                    List.of(run.owner(), key), new JobQueries.EarlierRun(runId, run.fingerprint()));
        }
        return runId;
    }

    private Entry create(
            NewRun run,
            RunId runId,
            String labels,
            IntFunction<JobId> ids,
            int place,
            boolean isNeeded) {
        var asked = run.jobs().get(place);
        var id = ids.apply(place);
        var plan = asked.plan();
        if (plan.gate() != null && asked.gateLimit() > 0) {
            gates.limit(plan.gate(), asked.gateLimit());
        }
        int queue =
                shared.requirements()
                        .known(plan.requirement())
                        .orElseThrow(() -> new IllegalStateException("a queue was not made"));
        var fixed =
                new FixedJob(
                        id,
                        runId,
                        asked.name(),
                        asked.kind(),
                        queue,
                        plan,
                        asked.spec(),
                        isNeeded,
                        asked.retryOf(),
                        jobs.now(),
                        null,
                        asked.extras());
        var needed = asked.needs().stream().map(ids::apply).toList();
        needed.forEach(need -> needs.add(new Tables.NeedRow(need, id)));
        var accepted = shared.rules().submit(id, plan, asked.needs().size(), run.by(), jobs.now());
        var key = asked.extras().uniqueKey();
        if (key != null) {
            keys.take(key, id);
        }
        tools.knownJobs().put(fixed);
        var evidence = LineEvidence.ofSubmission(fixed, run, labels, needed);
        var entry = Entry.created(fixed, accepted.next(), accepted.events(), evidence);
        jobs.add(entry);
        // Too late from the start: it is over in the transaction that submits it.
        jobs.discardIfHopeless(entry);
        return entry;
    }
}
