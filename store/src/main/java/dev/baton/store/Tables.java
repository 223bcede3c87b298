package dev.baton.store;

import static dev.baton.store.Column.ofBytes;
import static dev.baton.store.Column.ofFlag;
import static dev.baton.store.Column.ofInt;
import static dev.baton.store.Column.ofLong;
import static dev.baton.store.Column.ofText;

import dev.baton.core.EndedAttempt;
import dev.baton.core.Gate;
import dev.baton.core.JobId;
import dev.baton.core.PastLease;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.submit.FunctionAddress;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/// The tables that are only added to, and the gates. [JobStateTable] has the rest.
final class Tables {
    private Tables() {}

    record NewRunRow(long id, NewRun run, String labels, long created) {}

    record NeedRow(JobId need, JobId job) {}

    /// @param attempt what is kept of the attempt: written, and read by those who ask for it
    record PastLeaseRow(JobId job, PastLease lease, @Nullable EndedAttempt attempt) {
        private @Nullable Object part(Function<EndedAttempt, @Nullable Object> part) {
            return attempt == null ? null : part.apply(attempt);
        }
    }

    record KeyRow(String key, JobId job) {}

    record DeadLetterRow(JobId job, FunctionAddress function, String errorType, long died) {}

    @SuppressWarnings("ArrayRecordComponent") // written, never compared
    record PageRow(long page, long at, byte[] lines) {}

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
                            ofLong("created", j -> Micros.of(j.created())),
                            ofText("queue", j -> called(j, FunctionAddress::queue)),
                            ofText("executor", j -> called(j, FunctionAddress::executor)),
                            ofText("function", j -> called(j, FunctionAddress::function)),
                            ofText("unique_key", j -> j.extras().uniqueKey()),
                            ofLong("result_ttl", j -> Micros.ofNullable(j.extras().resultTtl()))));

    private static @Nullable Object called(FixedJob job, Function<FunctionAddress, Object> part) {
        var function = job.extras().function();
        return function == null ? null : part.apply(function);
    }

    static final Table<KeyRow> UNIQUE_KEY =
            new Table<>(
                    "unique_key",
                    List.of(ofText("key", KeyRow::key), ofLong("job_id", k -> k.job.value())));

    static final Table<DeadLetterRow> DEAD_LETTER =
            new Table<>(
                    "dead_letter",
                    List.of(
                            ofLong("job_id", d -> d.job.value()),
                            ofText("queue", d -> d.function.queue()),
                            ofText("executor", d -> d.function.executor()),
                            ofText("function", d -> d.function.function()),
                            ofText("error_type", DeadLetterRow::errorType),
                            ofLong("died", DeadLetterRow::died)));

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
                            ofLong("at", p -> Micros.of(p.lease.at())),
                            ofInt("attempt", p -> p.part(EndedAttempt::attempt)),
                            ofLong("granted_at", p -> p.part(a -> Micros.of(a.grantedAt()))),
                            ofLong(
                                    "started_at",
                                    p -> p.part(a -> Micros.ofNullable(a.startedAt()))),
                            ofInt("ending", p -> p.part(a -> Codes.of(a.ending()))),
                            ofText(
                                    "report",
                                    p ->
                                            p.part(
                                                    a ->
                                                            a.report() == null
                                                                    ? null
                                                                    : a.report().document())),
                            ofText("why", p -> p.part(EndedAttempt::why))));

    static final Table<PageRow> JOURNAL =
            new Table<>(
                    "journal",
                    List.of(
                            ofLong("page", PageRow::page),
                            ofLong("at", PageRow::at),
                            ofBytes("lines", PageRow::lines)));

    static final Table<Gate> GATE =
            new Table<>(
                    "gate",
                    List.of(
                            ofText("key", g -> g.key().value()),
                            ofInt("\"limit\"", Gate::limit),
                            ofInt("taken", Gate::taken)));
}
