package dev.baton.server.runner;

import dev.baton.core.LeaseHolder;
import dev.baton.protocol.Limits;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Addressed;
import dev.baton.store.Engine;
import dev.baton.store.Reply;

import java.io.IOException;
import java.util.List;

/// `POST /v1/runner/ack` and its like: a message in, its reply out.
public final class LeaseMessages {
    private final Engine engine;
    private final RunnerRegister register;
    private final ShownLeases leases;

    public LeaseMessages(Engine engine, RunnerRegister register, ShownLeases leases) {
        this.engine = engine;
        this.register = register;
        this.leases = leases;
    }

    public List<Route> routes() {
        return List.of(
                route("/v1/runner/ack", AckLease.class),
                route("/v1/runner/heartbeat", Heartbeat.class),
                route("/v1/runner/complete", Complete.class),
                route("/v1/runner/cancel-ack", CancelAck.class),
                route("/v1/runner/release", ReleaseLease.class));
    }

    private Route route(String path, Class<? extends ForLease> type) {
        return Route.post(path, Access.RUNNER, call -> answer(call, type));
    }

    private Answered answer(Call call, Class<? extends ForLease> type) throws IOException {
        byte[] body = call.jsonBody(Limits.MOST_MESSAGE_BYTES);
        ForLease message = MessageCodec.RUNNER.read(body, type);
        LeaseHolder by = Holders.of(call.caller(), message.runnerId());
        register.heard(by);
        return answer(reply(message, by));
    }

    private OrchestratorMessage reply(ForLease message, LeaseHolder by) {
        return Commands.of(message, by)
                .map(command -> reply(message, by, command))
                .orElseGet(() -> Replies.unknown(message.leaseId()));
    }

    private OrchestratorMessage reply(ForLease message, LeaseHolder by, Addressed command) {
        Reply reply = engine.exchange(by, List.of(command), List.of()).getFirst();
        if (reply.keepsLease()) {
            leases.shown(by, command.job(), message.leaseId());
        }
        return Replies.of(message.leaseId(), reply.decision());
    }

    private static Answered answer(OrchestratorMessage reply) {
        return switch (reply) {
            case StaleLease stale -> Answered.json(409, MessageCodec.ORCHESTRATOR.write(stale));
            case Refused refused ->
                    throw Problem.of(409, refused.code(), refused.detail()).asException();
            case OrchestratorMessage other ->
                    Answered.json(200, MessageCodec.ORCHESTRATOR.write(other));
        };
    }
}
