package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.protocol.PlanJson;
import dev.baton.store.Views.JobFilter;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// What readers see.
abstract class ViewsContract extends EngineContract {
    ViewsContract(TestStore store) {
        super(store);
    }

    private List<JobId> listed(RunId run, Status status, String name, String runner) {
        return engine
                .views()
                .jobs(new JobFilter(run, status, name, runner), null, 100)
                .jobs()
                .stream()
                .map(Views.JobView::id)
                .toList();
    }

    @Test
    void a_job_shows_what_was_asked_for() {
        var draft = job("build").priority(5).gate("g-" + tag, 2).maxRuntime(Duration.ofMinutes(9));
        var created = submit(draft);

        var view = view(created.jobs().getFirst());

        assertThat(view.run()).isEqualTo(created.run());
        assertThat(view.name()).isEqualTo("build");
        assertThat(view.kind()).isEqualTo("steps");
        assertThat(view.priority()).isEqualTo(5);
        assertThat(view.requirement()).isEqualTo(tag);
        assertThat(view.gate()).isEqualTo("g-" + tag);
        assertThat(view.spec()).isEqualTo("{\"name\":\"build\"}");
        assertThat(PlanJson.read(view.plan())).isEqualTo(draft.toJob().plan());
        assertThat(view.attempt()).isEqualTo(1);
        assertThat(view.epoch()).isZero();
        assertThat(view.runner()).isNull();
        assertThat(view.outcome()).isNull();
    }

    @Test
    void a_job_shows_the_limit_that_its_gate_has_now_and_lists_leave_it_out() {
        var first = submit(job("first").gate("g-" + tag, 2), job("free"));
        submit(job("second").gate("g-" + tag, 7));

        assertThat(view(first.jobs().get(0)).gateLimit()).isEqualTo(7);
        assertThat(view(first.jobs().get(1)).gateLimit()).isNull();
        assertThat(engine.views().jobsOf(first.run()))
                .extracting(Views.JobView::gateLimit)
                .containsExactly(7, null);
        assertThat(
                        engine.views()
                                .jobs(new JobFilter(first.run(), null, null, null), null, 10)
                                .jobs())
                .extracting(Views.JobView::gateLimit)
                .containsOnlyNulls();
    }

    @Test
    void jobs_are_found_by_id_with_their_names() {
        var jobs = submit(job("one"), job("two")).jobs();
        assertThat(engine.views().names(List.of(jobs.get(0), jobs.get(1), new JobId(999_999_999))))
                .isEqualTo(Map.of(jobs.get(0), "one", jobs.get(1), "two"));
        assertThat(engine.views().names(List.of())).isEmpty();
    }

    @Test
    void a_queued_job_knows_how_many_are_before_it_up_to_a_limit() {
        var created =
                submit(
                        job("first"),
                        job("second"),
                        job("urgent").priority(9),
                        job("elsewhere").requiring(lonelyTag()),
                        job("blocked").needing(0));
        var jobs = created.jobs();
        var views = engine.views();

        assertThat(views.ahead(jobs.get(0), 1_000)).hasValue(1);
        assertThat(views.ahead(jobs.get(1), 1_000)).hasValue(2);
        assertThat(views.ahead(jobs.get(1), 1)).hasValue(1);
        assertThat(views.ahead(jobs.get(2), 1_000)).hasValue(0);
        assertThat(views.ahead(jobs.get(3), 1_000)).hasValue(0);
        assertThat(views.ahead(jobs.get(4), 1_000)).isEmpty();
        assertThat(views.ahead(new JobId(999_999_999), 1_000)).isEmpty();

        runner("r").starts();
        assertThat(views.ahead(jobs.get(2), 1_000)).isEmpty();
        assertThat(views.ahead(jobs.get(0), 1_000)).hasValue(0);
    }

    @Test
    void a_job_at_a_gate_knows_how_many_wait_there_before_it() {
        var created =
                submit(
                        job("through").gate("g-" + tag, 1),
                        job("next").gate("g-" + tag, 1),
                        job("last").gate("g-" + tag, 1));
        assertThat(engine.views().ahead(created.jobs().get(1), 1_000)).hasValue(0);
        assertThat(engine.views().ahead(created.jobs().get(2), 1_000)).hasValue(1);
    }

    @Test
    void what_does_not_exist_is_not_found() {
        assertThat(engine.views().job(new JobId(999_999_999))).isEmpty();
        assertThat(engine.views().run(new RunId(999_999_999))).isEmpty();
        assertThat(engine.views().audit(new JobId(999_999_999), 0, 10)).isEmpty();
    }

    @Test
    void jobs_are_listed_by_run_status_name_and_runner() {
        var created = submit(job("one"), job("two"), job("three"), job("four").needing(0));
        var jobs = created.jobs();
        var runner = runner("r");
        var first = runner.starts();
        runner.told(first, runner.complete(first, Ending.ERROR));
        runner.starts();

        var run = created.run();
        assertThat(listed(run, null, null, null))
                .containsExactly(jobs.get(3), jobs.get(2), jobs.get(1), jobs.get(0));
        assertThat(listed(run, Status.FAILED, null, null)).containsExactly(jobs.get(0));
        assertThat(listed(run, Status.RUNNING, null, null)).containsExactly(jobs.get(1));
        assertThat(listed(run, Status.QUEUED, null, null)).containsExactly(jobs.get(2));
        assertThat(listed(run, Status.CANCELED, null, null)).containsExactly(jobs.get(3));
        assertThat(listed(run, Status.SUCCEEDED, null, null)).isEmpty();
        assertThat(listed(run, null, "two", null)).containsExactly(jobs.get(1));
        assertThat(listed(null, null, null, runner.holder.runner().value()))
                .containsExactly(jobs.get(1), jobs.get(0));
        assertThat(listed(null, Status.RUNNING, "two", runner.holder.runner().value()))
                .containsExactly(jobs.get(1));
    }

    @Test
    void every_status_finds_its_jobs() {
        var queued = submitOne(job("queued").requiring(lonelyTag()));
        submit(Draft.many(4, i -> job("job" + i)));
        var runner = runner("r");
        var done = runner.does().job();
        var canceling = runner.starts().job();
        cancel(canceling);
        var running = runner.starts().job();
        var leased = runner.claims().job();

        assertThat(
                        Map.of(
                                queued, Status.QUEUED,
                                done, Status.SUCCEEDED,
                                canceling, Status.CANCELING,
                                running, Status.RUNNING,
                                leased, Status.LEASED))
                .allSatisfy(
                        (job, status) -> {
                            assertStatus(job, status);
                            assertThat(listed(null, status, null, null)).contains(job);
                        });
    }

    @Test
    void a_long_list_is_read_page_by_page() {
        var created = submit(Draft.many(25, i -> job("job" + i)));
        var filter = new JobFilter(created.run(), null, null, null);

        var seen = new ArrayList<JobId>();
        JobId before = null;
        do {
            var page = engine.views().jobs(filter, before, 10);
            assertThat(page.jobs().size()).isLessThanOrEqualTo(10);
            page.jobs().forEach(job -> seen.add(job.id()));
            before = page.next();
        } while (before != null);

        assertThat(seen).containsExactlyElementsOf(created.jobs().reversed());
    }

    @Test
    void runs_are_read_page_by_page_and_count_their_jobs() {
        var runs = new ArrayList<RunId>();
        for (int i = 0; i < 5; i++) {
            runs.add(submit(job("a"), job("b")).run());
        }
        runner("r").does();

        var seen = new ArrayList<RunId>();
        RunId before = null;
        do {
            var page = engine.views().runs(before, 2);
            page.runs().forEach(run -> seen.add(run.id()));
            before = page.next();
        } while (before != null);

        assertThat(seen).containsAll(runs).doesNotHaveDuplicates();
        var done = engine.views().run(runs.getFirst()).orElseThrow();
        assertThat(done.jobs()).isEqualTo(Map.of(Status.SUCCEEDED, 1, Status.QUEUED, 1));
        assertThat(done.labels()).isEqualTo(Map.of("branch", "main", "team", "tools"));
        assertThat(done.by()).isEqualTo("user:ann");
        assertThat(done.name()).isEqualTo("a run");
    }

    @Test
    void a_list_has_no_specs_and_no_reports() {
        var job = submitOne(job("brief"));
        runner("r").does();

        var listed = engine.views().jobs(new JobFilter(null, null, "brief", null), null, 1);

        var shown = listed.jobs().getFirst();
        assertThat(shown.id()).isEqualTo(job);
        assertThat(shown.spec()).isEmpty();
        assertThat(shown.plan()).isEmpty();
        assertThat(shown.outcome().report()).isNull();
        assertThat(view(job).outcome().report()).isNotNull();
        assertThat(engine.views().charactersOf(List.of(job)))
                .isEqualTo(view(job).spec().length() + view(job).outcome().report().length());
    }

    @Test
    void a_page_that_many_jobs_are_on_is_read_once() {
        var created = submit(Draft.many(500, i -> job("job" + i)));
        var readOf = new HashMap<JobId, Integer>();
        created.jobs().forEach(job -> readOf.put(job, 0));

        var pages = engine.views().trailPages(readOf);

        assertThat(pages).hasSize(1);
        assertThat(engine.views().trailLines(pages, readOf))
                .extracting(Views.JobLine::job)
                .containsExactlyElementsOf(created.jobs());
    }

    @Test
    void trails_of_many_jobs_are_read_together_and_from_where_one_was() {
        var created = submit(Draft.many(5, i -> job("job" + i)));
        var other = submitOne(job("other"));
        runner("r").does();
        var readOf = new HashMap<JobId, Integer>();
        created.jobs().forEach(job -> readOf.put(job, 0));
        var views = engine.views();

        var pages = views.trailPages(readOf);
        var lines = views.trailLines(pages, readOf);

        for (var job : created.jobs()) {
            assertThat(lines.stream().filter(line -> line.job().equals(job)))
                    .extracting(Views.JobLine::line)
                    .isEqualTo(views.audit(job, 0, 100));
        }
        assertThat(lines).noneMatch(line -> line.job().equals(other));
        assertThat(lines).isSortedAccordingTo(Comparator.comparing(l -> l.line().at()));
        lines.forEach(line -> readOf.merge(line.job(), line.line().seq(), Math::max));
        assertThat(views.trailLines(views.trailPages(readOf), readOf)).isEmpty();
    }

    @Test
    void an_audit_trail_is_read_in_order_and_from_where_one_was() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var given = runner.claims();
        runner.told(given, runner.release(given));
        runner.does();

        var all = engine.views().audit(job, 0, 100);

        assertThat(all)
                .extracting(Views.AuditLine::kind)
                .containsExactly(
                        "SUBMITTED", "GRANTED", "REQUEUED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
        assertThat(all).extracting(Views.AuditLine::seq).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(all).extracting(Views.AuditLine::epoch).containsExactly(0, 1, 1, 2, 2, 2);
        assertThat(all.get(2).actor()).isEqualTo("runner:" + runner.holder.runner());
        assertThat(all.get(2).why()).contains("shutting down");
        assertThat(engine.views().audit(job, 2, 3)).isEqualTo(all.subList(2, 5));
    }

    @Test
    void the_hashes_of_an_audit_trail_can_be_recomputed() {
        var job = submitOne(job("a").priority(3));
        runner("r").does();

        var head = new byte[AuditTrail.HASH_BYTES];
        for (var line : engine.views().audit(job, 0, 100)) {
            var event =
                    new Event(
                            Event.Kind.valueOf(line.kind()),
                            line.attempt(),
                            line.epoch(),
                            line.actor(),
                            line.why());
            assertThat(line.evidence() != null).isEqualTo(LineEvidence.isOwedBy(event.kind()));
            var evidence =
                    line.evidence() == null ? null : HexFormat.of().parseHex(line.evidence());
            head = AuditTrail.hash(head, line.seq(), Micros.of(line.at()), event, evidence);
            assertThat(line.hash()).isEqualTo(HexFormat.of().formatHex(head));
        }
    }

    @Test
    void depths_count_what_is_not_finished() {
        var before = engine.views().depths();
        submit(
                job("ready").requiring(lonelyTag()),
                job("blocked").needing(0),
                job("passed").requiring(lonelyTag()).gate("g-" + tag, 1),
                job("gated").requiring(lonelyTag()).gate("g-" + tag, 1));
        submit(Draft.many(4, i -> job("job" + i).retriedAfterErrors(3)));
        var runner = runner("r");
        runner.does();
        cancel(runner.starts().job());
        runner.starts();
        runner.claims();

        var after = engine.views().depths();

        assertThat(after).containsOnlyKeys(before.keySet());
        assertThat(added(before, after))
                .isEqualTo(
                        Map.of(
                                "blocked", 1L,
                                "delayed", 0L,
                                "gated", 1L,
                                "ready", 2L,
                                "leased", 1L,
                                "running", 1L,
                                "canceling", 1L));
    }

    private static Map<String, Long> added(Map<String, Long> before, Map<String, Long> after) {
        var added = new java.util.HashMap<String, Long>();
        after.forEach((standing, count) -> added.put(standing, count - before.get(standing)));
        return added;
    }

    @Test
    void a_live_lease_is_found_by_its_secret_and_credential_until_it_ends() {
        submit(job("a"));
        var runner = runner("r");
        var grant = runner.starts();
        var lease = TestRunner.lease(grant);
        var views = engine.views();

        assertThat(views.liveLease(grant.job(), lease, runner.holder.credential()))
                .contains(
                        new Views.LiveLease(grant.job(), 1, runner.holder, runner.instance, null));
        assertThat(views.liveLease(grant.job(), lease, "tok_other")).isEmpty();

        pass(TERMS.ttl().plusSeconds(1));
        assertThat(views.liveLease(grant.job(), lease, runner.holder.credential())).isEmpty();
    }

    @Test
    void no_secret_is_kept_in_the_store() {
        submit(job("a"));
        var grant = runner("r").starts();

        var digest =
                store.query(
                                "SELECT lease_digest FROM job_state WHERE job_id = "
                                        + grant.job().value(),
                                row -> row.getBytes(1))
                        .getFirst();

        assertThat(digest).isEqualTo(grant.leaseId().digest().toBytes());
    }
}
