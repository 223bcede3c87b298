package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The runs that a transaction creates.
final class Submissions {
    private final LaneTools tools;
    private final Shared shared;
    private final Workset jobs;
    private final Gates gates;
    private final Map<Request.Submitting, Submitted> results = new LinkedHashMap<>();
    private final Map<List<String>, JobQueries.EarlierRun> createdHere = new HashMap<>();
    private final UniqueKeys keys;
    private final List<Tables.NewRunRow> runs = new ArrayList<>();
    private final List<Tables.NeedRow> needs = new ArrayList<>();

    Submissions(LaneTools tools, Shared shared, Workset jobs, Gates gates) {
        this.tools = tools;
        this.shared = shared;
        this.jobs = jobs;
        this.gates = gates;
        this.keys = new UniqueKeys(tools.session(), jobs);
    }

    UniqueKeys keys() {
        return keys;
    }

    List<Tables.NewRunRow> runs() {
        return runs;
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
        if (earlier == null) {
            results.put(request, create(run));
        } else if (earlier.fingerprint().equals(run.fingerprint())) {
            results.put(request, again(run, earlier.id()));
        } else {
            results.put(request, new Submitted.KeyReused(earlier.id()));
        }
    }

    void answer() {
        results.forEach(Request.Submitting::answer);
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
                create(run, id, ids, i, needed.contains(i));
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

    private void create(NewRun run, RunId runId, List<JobId> ids, int place, boolean isNeeded) {
        var asked = run.jobs().get(place);
        var id = ids.get(place);
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
        var needed = asked.needs().stream().map(ids::get).toList();
        needed.forEach(need -> needs.add(new Tables.NeedRow(need, id)));
        var accepted = shared.rules().submit(id, plan, asked.needs().size(), run.by(), jobs.now());
        var key = asked.extras().uniqueKey();
        if (key != null) {
            keys.take(key, id);
        }
        tools.knownJobs().put(fixed);
        var evidence = LineEvidence.ofSubmission(fixed, run, runs.getLast().labels(), needed);
        var entry = Entry.created(fixed, accepted.next(), accepted.events(), evidence);
        jobs.add(entry);
        // Too late from the start: it is over in the transaction that submits it.
        jobs.discardIfHopeless(entry);
    }
}
