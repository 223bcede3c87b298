package dev.baton.store;

import dev.baton.core.EndedAttempt;
import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.JobState.Finished;
import dev.baton.core.Report;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/// What an audit line vouches for beside its words: a digest of the rows that it is about. It stands in the line and in its hash, and a
/// check makes it again from the rows.
///
/// SUBMITTED vouches for what was submitted and by whom, REQUEUED for what is kept of the attempt that ended, FINISHED for
/// the end of the job and what its runner reported. Each part is written with its length, so that nothing can be moved from
/// one part to the next.
final class LineEvidence {
    /// Enough that no other rows have the same; it is written twice for each job.
    static final int BYTES = 16;

    /// What stands for no number; no time, code or ending is so small.
    private static final long NONE = Long.MIN_VALUE;

    private static final int END_BYTES = 4 * Long.BYTES + 1;
    private static final int FIRST_SIZE = 256;
    private static final int MAX_DIGITS = 20;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;

    private LineEvidence() {}

    /// Whether the hash of such a line vouches for rows.
    static boolean isOwedBy(Event.Kind kind) {
        return switch (kind) {
            case SUBMITTED, REQUEUED, FINISHED -> true;
            case UNBLOCKED, ADMITTED, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED, WOKEN -> false;
        };
    }

    /// Of a job that is submitted.
    static byte[] ofSubmission(FixedJob job, NewRun run, String labels, List<JobId> needs) {
        JobExtras extras = job.extras();
        FunctionAddress function = extras.function();
        var evidence =
                new LineEvidence()
                        .part(job.run().value())
                        .part(job.name())
                        .part(job.kind())
                        .part(PlanJson.write(job.plan()))
                        .part(job.hasDependents())
                        .part(job.retryOf() == null ? null : job.retryOf().value())
                        .part(function == null ? null : function.queue())
                        .part(function == null ? null : function.executor())
                        .part(function == null ? null : function.function())
                        .part(extras.uniqueKey())
                        .part(Micros.ofNullable(extras.resultTtl()))
                        .part(run.owner())
                        .part(run.name())
                        .part(labels)
                        .part(run.by())
                        .part(job.spec());
        return ofSubmission(evidence.digest(), needs.stream().map(JobId::value).sorted().toList());
    }

    /// The columns of `job j` and `run r` that a submission wrote, in the order in which [#submission] takes them.
    static final String SUBMISSION_COLUMNS =
            """
            j.run_id, j.name, j.kind, j.plan, j.has_dependents, j.retry_of, j.queue, j.executor, j.function, j.unique_key,
            j.result_ttl, r.owner, r.name, r.labels, r.submitted_by, j.spec
            """;

    static final int SUBMISSION_COLUMN_COUNT = 16;

    /// The place of `j.result_ttl` among them, counted from 1.
    static final int RESULT_TTL_COLUMN = 11;

    /// The digest of the rows of a job that was submitted, still without its needs.
    ///
    /// @param first the place of the first of the columns
    static byte[] submission(ResultSet row, int first) throws SQLException {
        var evidence = new LineEvidence();
        for (int i = 0; i < SUBMISSION_COLUMN_COUNT; i++) {
            evidence.part(i == 4 ? row.getBoolean(first + i) : row.getString(first + i));
        }
        return evidence.digest();
    }

    /// @param needs in their order
    static byte[] ofSubmission(byte[] rows, List<Long> needs) {
        return needs.isEmpty()
                ? Arrays.copyOf(rows, BYTES)
                : new LineEvidence().part(needs).with(rows);
    }

    /// Of a job that ends.
    static byte[] ofEnd(Entry entry) {
        Report report = entry.job().state() instanceof Finished end ? end.outcome().report() : null;
        return ofEnd(
                report == null ? null : (long) Codes.of(report.ending()),
                report == null || report.exitCode() == null ? null : (long) report.exitCode(),
                JobStateTable.grantedAt(entry),
                JobStateTable.startedAt(entry),
                report == null
                        ? null
                        : ofReport(report.document(), entry.fixed.extras().resultTtl() != null));
    }

    /// What stands for a report: the report, or a digest if its result is forgotten one day.
    static byte[] ofReport(String report, boolean forgettable) {
        return forgettable ? digestOf(report) : report.getBytes(StandardCharsets.UTF_8);
    }

    /// Numbers at fixed places, as it is made for each job that ends.
    static byte[] ofEnd(
            @Nullable Long ending,
            @Nullable Long exitCode,
            @Nullable Long grantedAt,
            @Nullable Long startedAt,
            byte @Nullable [] report) {
        var bytes = ByteBuffer.allocate(END_BYTES + (report == null ? 0 : report.length));
        put(bytes, ending);
        put(bytes, exitCode);
        put(bytes, grantedAt);
        put(bytes, startedAt);
        bytes.put((byte) (report == null ? 0 : 1));
        if (report != null) {
            bytes.put(report);
        }
        return Arrays.copyOf(AuditTrail.digest(bytes.array()), BYTES);
    }

    private static void put(ByteBuffer bytes, @Nullable Long number) {
        bytes.putLong(number == null ? NONE : number);
    }

    /// Of an attempt that ends without ending its job.
    static byte[] ofAttempt(Tables.PastLeaseRow row) {
        EndedAttempt kept = row.attempt();
        if (kept == null) {
            return new LineEvidence()
                    .part(null)
                    .part(null)
                    .part(null)
                    .part(null)
                    .part(null)
                    .with(null);
        }
        return new LineEvidence()
                .part(kept.attempt())
                .part(Micros.of(kept.grantedAt()))
                .part(Micros.ofNullable(kept.startedAt()))
                .part(Codes.of(kept.ending()))
                .part(kept.why())
                .with(kept.report() == null ? null : digestOf(kept.report().document()));
    }

    /// The columns of `past_lease` that [#attempt] takes, in their order.
    static final String ATTEMPT_COLUMNS = "attempt, granted_at, started_at, ending, why, report";

    static byte[] attempt(ResultSet row, int first) throws SQLException {
        var evidence = new LineEvidence();
        for (int i = 0; i < 5; i++) {
            evidence.part(row.getString(first + i));
        }
        String report = row.getString(first + 5);
        return evidence.with(report == null ? null : digestOf(report));
    }

    /// What stands for a report whose result is forgotten one day.
    static byte[] digestOf(String report) {
        return AuditTrail.digest(report.getBytes(StandardCharsets.UTF_8));
    }

    private LineEvidence part(@Nullable Object part) {
        if (part == null) {
            need(1);
            bytes[length++] = '-';
            return this;
        }
        String shown = part.toString();
        need(MAX_DIGITS);
        digits(shown.length());
        bytes[length++] = ':';
        return add(shown.getBytes(StandardCharsets.UTF_8));
    }

    private void digits(int number) {
        if (number >= 10) {
            digits(number / 10);
        }
        bytes[length++] = (byte) ('0' + number % 10);
    }

    private LineEvidence add(byte[] more) {
        need(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    private void need(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private byte[] digest() {
        return AuditTrail.digest(bytes, length);
    }

    private byte[] shortDigest() {
        return Arrays.copyOf(digest(), BYTES);
    }

    /// All parts, and a digest of what is large.
    private byte[] with(byte @Nullable [] digest) {
        if (digest != null) {
            add(digest);
        }
        return shortDigest();
    }
}
