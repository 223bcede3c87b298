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
    private final List<Tables.NewRunRow> runs = new ArrayList<>();
    private final List<Tables.NeedRow> needs = new ArrayList<>();

    Submissions(LaneTools tools, Shared shared, Workset jobs, Gates gates) {
        this.tools = tools;
        this.shared = shared;
        this.jobs = jobs;
        this.gates = gates;
    }

    List<Tables.NewRunRow> runs() {
        return runs;
    }

    List<Tables.NeedRow> needs() {
        return needs;
    }

    void submit(Request.Submitting request) throws SQLException {
        var run = request.run;
        var earlier = earlier(run);
        if (earlier == null) {
            results.put(request, create(run));
        } else if (earlier.fingerprint().equals(run.fingerprint())) {
            var ids = jobsOf(earlier.id());
            results.put(request, new Submitted.Created(earlier.id(), ids, true));
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

    private List<JobId> jobsOf(RunId run) throws SQLException {
        var here =
                jobs.entries().stream()
                        .filter(entry -> entry.isNew() && entry.fixed.run().equals(run))
                        .map(entry -> entry.fixed.id())
                        .toList();
        return here.isEmpty() ? tools.queries().jobsOf(run) : here;
    }

    private Submitted create(NewRun run) throws SQLException {
        var runId = new RunId(tools.ids().next(tools.session()));
        runs.add(
                new Tables.NewRunRow(
                        runId.value(), run, LabelsJson.write(run.labels()), Micros.of(jobs.now())));
        var key = run.key();
        if (key != null) {
            createdHere.put(
                    List.of(run.owner(), key), new JobQueries.EarlierRun(runId, run.fingerprint()));
        }
        var ids = new ArrayList<JobId>(run.jobs().size());
        for (int i = 0; i < run.jobs().size(); i++) {
            ids.add(new JobId(tools.ids().next(tools.session())));
        }
        Set<Integer> needed = new HashSet<>();
        run.jobs().forEach(job -> needed.addAll(job.needs()));
        for (int i = 0; i < ids.size(); i++) {
            create(run, runId, ids, i, needed.contains(i));
        }
        return new Submitted.Created(runId, ids, false);
    }

    private void create(NewRun run, RunId runId, List<JobId> ids, int place, boolean needed) {
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
                        needed,
                        asked.retryOf(),
                        jobs.now(),
                        null);
        asked.needs().forEach(need -> needs.add(new Tables.NeedRow(ids.get(need), id)));
        var accepted = shared.rules().submit(id, plan, asked.needs().size(), run.by(), jobs.now());
        tools.knownJobs().put(fixed);
        jobs.add(Entry.created(fixed, accepted.next(), accepted.events()));
    }
}
