package dev.baton.protocol;

import dev.baton.core.Capabilities;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.protocol.RunnerMessage.Withdraw;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// How each [RunnerMessage] is written in JSON.
final class RunnerMessages implements MessageFamily<RunnerMessage> {
    private static final Shape SHAPE = new Shape();
    private static final Field<String> TYPE =
            SHAPE.field("type", TextForms.prose(Limits.MOST_REASON_CHARACTERS));
    private static final Field<JobId> JOB_ID = SHAPE.field("job_id", Forms.JOB_ID);
    private static final Field<LeaseId> LEASE_ID = SHAPE.field("lease_id", Forms.LEASE_ID);
    private static final Field<RunnerId> RUNNER_ID = SHAPE.field("runner_id", Forms.RUNNER_ID);
    private static final Field<InstanceId> INSTANCE = SHAPE.field("instance", Forms.INSTANCE);
    private static final Field<Instant> ACCEPTED_AT = SHAPE.field("accepted_at", Forms.INSTANT);
    private static final Field<Progress> PROGRESS =
            SHAPE.field("progress", ProgressFields.PROGRESS);
    private static final Field<LogCursor> LOG_CURSOR =
            SHAPE.field("log_cursor", ProgressFields.LOG_CURSOR);
    private static final Field<Instant> TS = SHAPE.field("ts", Forms.INSTANT);
    private static final Field<FinalStatus> STATUS =
            SHAPE.field(
                    "status", Forms.oneOf(EnumSet.of(FinalStatus.SUCCEEDED, FinalStatus.FAILED)));
    private static final Field<Ending> ENDING =
            SHAPE.field("ending", Forms.oneOf(Complete.FAILURES));
    private static final Field<Integer> EXIT_CODE =
            SHAPE.field("exit_code", NumberForms.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    private static final Field<Duration> RETRY_AFTER =
            SHAPE.field("retry_after_seconds", NumberForms.SECONDS);
    private static final Field<FinalStatus> FINAL_STATUS =
            SHAPE.field("final_status", Forms.oneOf(Set.of(FinalStatus.CANCELED)));
    private static final EvidenceFields EVIDENCE = new EvidenceFields(SHAPE);
    private static final Field<String> REASON =
            SHAPE.field("reason", TextForms.clipped(Limits.MOST_REASON_CHARACTERS));
    private static final Field<Capabilities> CAPABILITIES =
            SHAPE.field("capabilities", Forms.CAPABILITIES);
    private static final Field<String> ONLY = SHAPE.field("only", Forms.TAG);
    private static final Field<Integer> MAX_JOBS =
            SHAPE.field("max_jobs", NumberForms.integer(0, Limits.MOST_JOBS_WANTED));
    private static final Field<Integer> CAPACITY =
            SHAPE.field("capacity", NumberForms.integer(1, Limits.MOST_JOBS_WANTED));
    private static final Field<Duration> MAX_WAIT =
            SHAPE.field("wait_seconds", NumberForms.seconds(Limits.MOST_WAIT_SECONDS));
    private static final Field<Boolean> ACK_ON_GRANT = SHAPE.field("ack_on_grant", Forms.FLAG);
    private static final Field<List<LeaseId>> LEASES =
            SHAPE.field("leases", Forms.list(Forms.LEASE_ID, Limits.MOST_LEASES_HELD));

    private static final Capabilities NO_CAPABILITIES = new Capabilities(Set.of());

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public Field<String> type() {
        return TYPE;
    }

    @Override
    public Field<LeaseId> leaseId() {
        return LEASE_ID;
    }

    @Override
    public RunnerMessage read(String type, Fields fields) {
        return switch (type) {
            case "AckLease" ->
                    new AckLease(
                            fields.required(JOB_ID),
                            fields.required(LEASE_ID),
                            fields.required(RUNNER_ID),
                            fields.ifReadable(ACCEPTED_AT));
            case "Heartbeat" ->
                    new Heartbeat(
                            fields.required(LEASE_ID),
                            fields.required(RUNNER_ID),
                            fields.ifReadable(PROGRESS),
                            fields.ifReadable(LOG_CURSOR),
                            fields.ifReadable(TS));
            case "Complete" -> readComplete(fields);
            case "CancelAck" -> readCancelAck(fields);
            case "ReleaseLease" ->
                    new ReleaseLease(
                            fields.required(LEASE_ID),
                            fields.required(RUNNER_ID),
                            fields.ifReadable(REASON));
            case "LeaseRequest" ->
                    new LeaseRequest(
                            fields.required(RUNNER_ID),
                            readCapabilities(fields),
                            fields.required(MAX_JOBS),
                            fields.optional(MAX_WAIT),
                            fields.or(ACK_ON_GRANT, false),
                            fields.optional(INSTANCE));
            case "Withdraw" -> new Withdraw(fields.required(RUNNER_ID), fields.optional(ONLY));
            case "Attach" ->
                    new Attach(
                            fields.required(RUNNER_ID),
                            fields.or(CAPABILITIES, NO_CAPABILITIES),
                            fields.optional(LEASES),
                            fields.optional(CAPACITY),
                            fields.optional(INSTANCE));
            default ->
                    throw new ProtocolException(
                                    ErrorCode.UNKNOWN_TYPE,
                                    "expected AckLease, Heartbeat, Complete, CancelAck, ReleaseLease, LeaseRequest, Withdraw or Attach, got "
                                            + Came.quoted(type))
                            .at("type");
        };
    }

    @Override
    public void write(JsonGenerator out, RunnerMessage message) {
        switch (message) {
            case AckLease ack -> {
                JOB_ID.write(out, ack.jobId());
                LEASE_ID.write(out, ack.leaseId());
                RUNNER_ID.write(out, ack.runnerId());
                ACCEPTED_AT.write(out, ack.acceptedAt());
            }
            case Heartbeat beat -> {
                LEASE_ID.write(out, beat.leaseId());
                RUNNER_ID.write(out, beat.runnerId());
                PROGRESS.write(out, beat.progress());
                LOG_CURSOR.write(out, beat.logCursor());
                TS.write(out, beat.ts());
            }
            case Complete complete -> {
                LEASE_ID.write(out, complete.leaseId());
                RUNNER_ID.write(out, complete.runnerId());
                writeEnd(out, complete.ending(), complete.exitCode(), complete.retryAfter());
                EVIDENCE.write(out, complete.evidence());
            }
            case CancelAck ack -> {
                LEASE_ID.write(out, ack.leaseId());
                RUNNER_ID.write(out, ack.runnerId());
                FINAL_STATUS.write(out, FinalStatus.CANCELED);
                TS.write(out, ack.ts());
                EVIDENCE.write(out, ack.evidence());
            }
            case ReleaseLease release -> {
                LEASE_ID.write(out, release.leaseId());
                RUNNER_ID.write(out, release.runnerId());
                REASON.write(out, release.reason());
            }
            case LeaseRequest request -> {
                RUNNER_ID.write(out, request.runnerId());
                CAPABILITIES.write(out, request.capabilities());
                ONLY.write(out, request.capabilities().only());
                MAX_JOBS.write(out, request.maxJobs());
                MAX_WAIT.write(out, request.maxWait());
                ACK_ON_GRANT.write(out, request.ackOnGrant() ? true : null);
                INSTANCE.write(out, request.instance());
            }
            case Withdraw withdraw -> {
                RUNNER_ID.write(out, withdraw.runnerId());
                ONLY.write(out, withdraw.only());
            }
            case Attach attach -> {
                RUNNER_ID.write(out, attach.runnerId());
                CAPABILITIES.write(out, attach.capabilities());
                LEASES.write(out, attach.leases());
                CAPACITY.write(out, attach.capacity());
                INSTANCE.write(out, attach.instance());
            }
        }
    }

    /// Everything that was reported except by whom and under which secret.
    static void writeReport(
            JsonGenerator out,
            Ending ending,
            @Nullable Integer exitCode,
            @Nullable Duration retryAfter,
            Evidence evidence) {
        if (ending == Ending.CANCELED) {
            FINAL_STATUS.write(out, FinalStatus.CANCELED);
        } else {
            writeEnd(out, ending, exitCode, retryAfter);
        }
        EVIDENCE.write(out, evidence);
    }

    private static void writeEnd(
            JsonGenerator out,
            Ending ending,
            @Nullable Integer exitCode,
            @Nullable Duration retryAfter) {
        boolean succeeded = ending == Ending.SUCCEEDED;
        STATUS.write(out, succeeded ? FinalStatus.SUCCEEDED : FinalStatus.FAILED);
        // A plain error is what FAILED means to everyone.
        ENDING.write(out, succeeded || ending == Ending.ERROR ? null : ending);
        EXIT_CODE.write(out, exitCode);
        RETRY_AFTER.write(out, retryAfter);
    }

    private static Capabilities readCapabilities(Fields fields) {
        Capabilities all = fields.or(CAPABILITIES, NO_CAPABILITIES);
        String only = fields.optional(ONLY);
        return only == null ? all : Forms.checked(() -> all.onlyFor(only));
    }

    private static Complete readComplete(Fields fields) {
        boolean succeeded = fields.required(STATUS) == FinalStatus.SUCCEEDED;
        Ending failure = fields.optional(ENDING);
        if (succeeded && failure != null) {
            throw ProtocolException.expected("none, as the status is SUCCEEDED", failure.name())
                    .at("ending");
        }
        return new Complete(
                fields.required(LEASE_ID),
                fields.required(RUNNER_ID),
                succeeded ? Ending.SUCCEEDED : fields.or(ENDING, Ending.ERROR),
                fields.optional(EXIT_CODE),
                fields.optional(RETRY_AFTER),
                EVIDENCE.read(fields));
    }

    private static CancelAck readCancelAck(Fields fields) {
        fields.required(FINAL_STATUS);
        return new CancelAck(
                fields.required(LEASE_ID),
                fields.required(RUNNER_ID),
                fields.ifReadable(TS),
                EVIDENCE.read(fields));
    }
}
