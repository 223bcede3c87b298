package dev.baton.protocol;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.OrchestratorMessage.CancelConfirmed;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.LeaseReleased;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.OrchestratorMessage.Withdrawn;

import tools.jackson.core.JsonGenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;

/// How each [OrchestratorMessage] is written in JSON.
final class OrchestratorMessages implements MessageFamily<OrchestratorMessage> {
    private static final Shape SHAPE = new Shape();
    private static final Field<String> TYPE =
            SHAPE.field("type", TextForms.prose(Limits.MOST_REASON_CHARACTERS));
    private static final Field<JobId> JOB_ID = SHAPE.field("job_id", Forms.JOB_ID);
    private static final Field<RunId> RUN_ID = SHAPE.field("run_id", Forms.RUN_ID);
    private static final Field<LeaseId> LEASE_ID = SHAPE.field("lease_id", Forms.LEASE_ID);
    private static final Field<RunnerId> RUNNER_ID = SHAPE.field("runner_id", Forms.RUNNER_ID);
    private static final Field<Duration> LEASE_TTL =
            SHAPE.field("lease_ttl_seconds", NumberForms.SECONDS);
    private static final Field<Duration> HEARTBEAT_INTERVAL =
            SHAPE.field("heartbeat_interval_seconds", NumberForms.SECONDS);
    private static final Field<Duration> MAX_RUNTIME =
            SHAPE.field("max_runtime_seconds", NumberForms.SECONDS);
    private static final Field<Integer> ATTEMPT =
            SHAPE.field("attempt", NumberForms.integer(0, Integer.MAX_VALUE));
    private static final Field<Integer> EPOCH =
            SHAPE.field("epoch", NumberForms.integer(0, Integer.MAX_VALUE));
    private static final Field<Instant> ENQUEUED_AT = SHAPE.field("enqueued_at", Forms.INSTANT);
    private static final Field<String> ONLY = SHAPE.field("only", Forms.TAG);
    private static final Field<Boolean> ACKNOWLEDGED = SHAPE.field("acknowledged", Forms.FLAG);
    private static final Field<String> TRACEPARENT =
            SHAPE.field("traceparent", TextForms.name(Limits.MOST_TRACEPARENT_CHARACTERS));
    private static final Field<String> JOB_SPEC =
            SHAPE.field("job_spec", OpaqueJson.object(Limits.MAX_JOB_SPEC_BYTES));
    private static final Field<String> JOB_SPEC_REF =
            SHAPE.field("job_spec_ref", TextForms.name(Limits.MOST_URI_CHARACTERS));
    private static final Field<CancelToken> CANCEL_TOKEN =
            SHAPE.field("cancel_token", Forms.CANCEL_TOKEN);
    private static final Field<Boolean> EXTEND_LEASE = SHAPE.field("extend_lease", Forms.FLAG);
    private static final Field<Duration> NEW_LEASE_TTL =
            SHAPE.field("new_lease_ttl_seconds", NumberForms.SECONDS);
    private static final Field<Boolean> CANCEL_REQUESTED =
            SHAPE.field("cancel_requested", Forms.FLAG);
    private static final Field<Duration> CANCEL_DEADLINE =
            SHAPE.field("cancel_deadline_seconds", NumberForms.SECONDS_LEFT);
    private static final Field<Boolean> STALE = SHAPE.field("stale", Forms.FLAG);
    private static final Field<Boolean> ACCEPTED = SHAPE.field("accepted", Forms.FLAG);
    private static final Field<FinalStatus> FINAL_STATUS =
            SHAPE.field("final_status", Forms.oneOf(EnumSet.allOf(FinalStatus.class)));
    private static final Field<String> REASON =
            SHAPE.field("reason", TextForms.prose(Limits.MOST_REASON_CHARACTERS));
    private static final Field<Duration> DEADLINE =
            SHAPE.field("deadline_seconds", NumberForms.SECONDS_LEFT);
    private static final Field<Instant> TS = SHAPE.field("ts", Forms.INSTANT);
    private static final Field<String> CODE =
            SHAPE.field("code", TextForms.name(Limits.MOST_REASON_CHARACTERS));
    private static final Field<String> DETAIL =
            SHAPE.field("detail", TextForms.prose(Limits.MOST_SUMMARY_CHARACTERS));

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
    public OrchestratorMessage read(String type, Fields fields) {
        return switch (type) {
            case "LeaseGranted" -> readGranted(fields);
            case "LeaseAcked" ->
                    new LeaseAcked(
                            fields.required(LEASE_ID),
                            fields.required(LEASE_TTL),
                            fields.or(CANCEL_REQUESTED, false)
                                    ? fields.or(CANCEL_DEADLINE, Duration.ZERO)
                                    : null);
            case "HeartbeatAck" ->
                    new HeartbeatAck(
                            fields.required(LEASE_ID),
                            fields.required(EXTEND_LEASE),
                            fields.or(NEW_LEASE_TTL, Duration.ZERO),
                            fields.or(CANCEL_REQUESTED, false),
                            fields.or(CANCEL_DEADLINE, Duration.ZERO));
            case "CompleteAck" ->
                    new CompleteAck(
                            fields.required(LEASE_ID),
                            fields.required(ACCEPTED),
                            fields.optional(FINAL_STATUS));
            case "CancelRequested" ->
                    new CancelRequested(
                            fields.required(LEASE_ID),
                            fields.required(JOB_ID),
                            fields.required(REASON),
                            fields.required(DEADLINE),
                            fields.optional(TS));
            case "CancelConfirmed" ->
                    new CancelConfirmed(fields.required(LEASE_ID), fields.required(FINAL_STATUS));
            case "LeaseReleased" -> new LeaseReleased(fields.required(LEASE_ID));
            case "StaleLease" -> new StaleLease(fields.required(LEASE_ID), fields.required(REASON));
            case "Refused" ->
                    new Refused(
                            fields.optional(LEASE_ID),
                            fields.required(CODE),
                            fields.required(DETAIL));
            case "Withdrawn" -> new Withdrawn(fields.optional(ONLY));
            case "Attached" ->
                    new Attached(
                            fields.required(RUNNER_ID),
                            fields.required(HEARTBEAT_INTERVAL),
                            fields.required(LEASE_TTL));
            default ->
                    throw new ProtocolException(
                                    ErrorCode.UNKNOWN_TYPE,
                                    "expected a message of an orchestrator, got "
                                            + Came.quoted(type))
                            .at("type");
        };
    }

    @Override
    public void write(JsonGenerator out, OrchestratorMessage message) {
        switch (message) {
            case LeaseGranted granted -> writeGranted(out, granted);
            case LeaseAcked acked -> {
                LEASE_ID.write(out, acked.leaseId());
                LEASE_TTL.write(out, acked.leaseTtl());
                CANCEL_REQUESTED.write(out, acked.cancelDeadline() == null ? null : true);
                CANCEL_DEADLINE.write(out, acked.cancelDeadline());
            }
            case HeartbeatAck ack -> {
                LEASE_ID.write(out, ack.leaseId());
                EXTEND_LEASE.write(out, ack.extendLease());
                NEW_LEASE_TTL.write(out, ack.newLeaseTtl());
                CANCEL_REQUESTED.write(out, ack.cancelRequested());
                CANCEL_DEADLINE.write(out, ack.cancelDeadline());
            }
            case CompleteAck ack -> {
                LEASE_ID.write(out, ack.leaseId());
                ACCEPTED.write(out, ack.accepted());
                FINAL_STATUS.write(out, ack.finalStatus());
            }
            case CancelRequested request -> {
                LEASE_ID.write(out, request.leaseId());
                JOB_ID.write(out, request.jobId());
                REASON.write(out, request.reason());
                DEADLINE.write(out, request.deadline());
                TS.write(out, request.ts());
            }
            case CancelConfirmed confirmed -> {
                LEASE_ID.write(out, confirmed.leaseId());
                FINAL_STATUS.write(out, confirmed.finalStatus());
            }
            case LeaseReleased released -> LEASE_ID.write(out, released.leaseId());
            case StaleLease stale -> {
                LEASE_ID.write(out, stale.leaseId());
                REASON.write(out, stale.reason());
                EXTEND_LEASE.write(out, false);
                STALE.write(out, true);
            }
            case Refused refused -> {
                LEASE_ID.write(out, refused.leaseId());
                CODE.write(out, refused.code());
                DETAIL.write(out, refused.detail());
            }
            case Withdrawn withdrawn -> ONLY.write(out, withdrawn.only());
            case Attached attached -> {
                RUNNER_ID.write(out, attached.runnerId());
                HEARTBEAT_INTERVAL.write(out, attached.heartbeatInterval());
                LEASE_TTL.write(out, attached.leaseTtl());
            }
        }
    }

    private static LeaseGranted readGranted(Fields fields) {
        return new LeaseGranted(
                fields.required(JOB_ID),
                fields.required(RUN_ID),
                fields.required(LEASE_ID),
                new LeaseGranted.Times(
                        fields.required(LEASE_TTL),
                        fields.required(HEARTBEAT_INTERVAL),
                        fields.required(MAX_RUNTIME)),
                readSpec(fields),
                fields.optional(CANCEL_TOKEN),
                new LeaseGranted.Turn(
                        fields.or(ATTEMPT, 0),
                        fields.or(EPOCH, 0),
                        fields.optional(ENQUEUED_AT),
                        fields.optional(ONLY),
                        fields.or(ACKNOWLEDGED, false),
                        fields.optional(TRACEPARENT)));
    }

    private static JobSpec readSpec(Fields fields) {
        String uri = fields.optional(JOB_SPEC_REF);
        return uri == null
                ? new JobSpec.Embedded(fields.required(JOB_SPEC))
                : new JobSpec.Referenced(uri);
    }

    private static void writeGranted(JsonGenerator out, LeaseGranted granted) {
        JOB_ID.write(out, granted.jobId());
        RUN_ID.write(out, granted.runId());
        LEASE_ID.write(out, granted.leaseId());
        LEASE_TTL.write(out, granted.times().leaseTtl());
        HEARTBEAT_INTERVAL.write(out, granted.times().heartbeatInterval());
        MAX_RUNTIME.write(out, granted.times().maxRuntime());
        ATTEMPT.write(out, granted.attempt());
        EPOCH.write(out, granted.epoch());
        ENQUEUED_AT.write(out, granted.turn().enqueuedAt());
        ONLY.write(out, granted.turn().only());
        ACKNOWLEDGED.write(out, granted.turn().acknowledged() ? true : null);
        TRACEPARENT.write(out, granted.turn().traceparent());
        switch (granted.spec()) {
            case JobSpec.Embedded embedded -> JOB_SPEC.write(out, embedded.json());
            case JobSpec.Referenced referenced -> JOB_SPEC_REF.write(out, referenced.uri());
        }
        CANCEL_TOKEN.write(out, granted.cancelToken());
    }
}
