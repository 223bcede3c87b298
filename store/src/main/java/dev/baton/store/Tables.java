package dev.baton.store;

import static dev.baton.store.Column.ofBytes;
import static dev.baton.store.Column.ofFlag;
import static dev.baton.store.Column.ofInt;
import static dev.baton.store.Column.ofLong;
import static dev.baton.store.Column.ofText;

import dev.baton.core.Event;
import dev.baton.core.Gate;
import dev.baton.core.JobId;
import dev.baton.core.PastLease;
import dev.baton.protocol.PlanJson;

import java.util.List;

/// The tables that are only added to, and the gates. [JobStateTable] has the rest.
final class Tables {
    private Tables() {}

    record NewRunRow(long id, NewRun run, String labels, long created) {}

    record NeedRow(JobId need, JobId job) {}

    record PastLeaseRow(JobId job, PastLease lease) {}

    /// A line of the audit trail and the chain's head after it.
    @SuppressWarnings("ArrayRecordComponent") // written, never compared
    record AuditRow(JobId job, int seq, long at, Event event, byte[] hash) {}

    static final Table<NewRunRow> RUN =
            new Table<>(
                    "run",
                    List.of(
                            ofLong("run_id", r -> r.id),
                            ofText("owner", r -> r.run.owner()),
                            ofText("key", r -> r.run.key()),
                            ofText("fingerprint", r -> r.run.fingerprint()),
                            ofText("name", r -> r.run.name()),
                            ofText("labels", r -> r.labels),
                            ofText("submitted_by", r -> r.run.by()),
                            ofLong("created", r -> r.created)));

    static final Table<FixedJob> JOB =
            new Table<>(
                    "job",
                    List.of(
                            ofLong("job_id", j -> j.id().value()),
                            ofLong("run_id", j -> j.run().value()),
                            ofText("name", FixedJob::name),
                            ofText("kind", FixedJob::kind),
                            ofInt("requirement", FixedJob::requirement),
                            ofText("plan", j -> PlanJson.write(j.plan())),
                            ofText("spec", FixedJob::spec),
                            ofFlag("has_dependents", FixedJob::hasDependents),
                            ofLong(
                                    "retry_of",
                                    j -> j.retryOf() == null ? null : j.retryOf().value()),
                            ofLong("created", j -> Micros.of(j.created()))));

    static final Table<NeedRow> NEED =
            new Table<>(
                    "need",
                    List.of(
                            ofLong("need_id", n -> n.need.value()),
                            ofLong("job_id", n -> n.job.value())));

    static final Table<PastLeaseRow> PAST_LEASE =
            new Table<>(
                    "past_lease",
                    List.of(
                            ofLong("job_id", p -> p.job.value()),
                            ofInt("epoch", p -> p.lease.epoch()),
                            ofBytes("lease_digest", p -> p.lease.digest().toBytes()),
                            ofText("runner", p -> p.lease.holder().runner().value()),
                            ofText("credential", p -> p.lease.holder().credential()),
                            ofInt("lease_end", p -> Codes.of(p.lease.end())),
                            ofLong("at", p -> Micros.of(p.lease.at()))));

    static final Table<AuditRow> AUDIT =
            new Table<>(
                    "audit",
                    List.of(
                            ofLong("job_id", a -> a.job.value()),
                            ofInt("seq", AuditRow::seq),
                            ofLong("at", AuditRow::at),
                            ofInt("kind", a -> Codes.of(a.event.kind())),
                            ofInt("attempt", a -> a.event.attempt()),
                            ofInt("epoch", a -> a.event.epoch()),
                            ofText("actor", a -> a.event.actor()),
                            ofText("why", a -> a.event.why()),
                            ofBytes("hash", AuditRow::hash)));

    static final Table<Gate> GATE =
            new Table<>(
                    "gate",
                    List.of(
                            ofText("key", g -> g.key().value()),
                            ofInt("\"limit\"", Gate::limit),
                            ofInt("taken", Gate::taken)));
}
