package dev.baton.server.runner;

import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Engine;
import dev.baton.store.Engine.HeldLease;
import dev.baton.store.Runners.Ordered;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.List;

/// What whoever looks after a runner asks: whether it has to end (`GET /v1/runner/termination`), and that it is gone
/// (`POST /v1/runner/remove`).
public final class RunnerOrders {
    private static final Logger log = LoggerFactory.getLogger(RunnerOrders.class);
    private static final int NO_CONTENT = 204;

    private final Engine engine;

    public RunnerOrders(Engine engine) {
        this.engine = engine;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/runner/termination", Access.RUNNER, this::termination),
                Route.post("/v1/runner/remove", Access.RUNNER, this::remove));
    }

    private Answered termination(Call call) {
        return engine.runners()
                .orderOf(holder(call).runner())
                .<Answered>map(RunnerOrders::shown)
                .orElseGet(() -> Answered.empty(NO_CONTENT));
    }

    private static Answered shown(Ordered order) {
        var json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("reason", order.reason())
                        .put("finish_tasks", order.finishTasks());
        Duration left = order.left();
        if (left != null) {
            json.put("seconds_left", Math.max(0, left.toMillis()) / 1000.0);
        }
        return Answered.json(200, json);
    }

    /// What that process of the runner holds goes to others at once, without waiting for its time to run out. What another
    /// process of the same name holds is none of its business.
    private Answered remove(Call call) {
        LeaseHolder holder = holder(call);
        InstanceId instance = call.query("instance").map(InstanceId::new).orElse(null);
        List<HeldLease> leases = engine.heldBesides(holder, instance, List.of());
        if (!leases.isEmpty()) {
            engine.disown(holder, instance, leases);
        }
        engine.runners().remove(holder);
        log.info("runner removed runner={} leases={}", holder.runner(), leases.size());
        return Answered.json(
                200, JsonNodeFactory.instance.objectNode().put("leases_taken_back", leases.size()));
    }

    private static LeaseHolder holder(Call call) {
        String runner =
                call.query("runner_id")
                        .orElseThrow(
                                () ->
                                        Problem.of(
                                                        400,
                                                        "MISSING_FIELD",
                                                        "runner_id: expected one in the query")
                                                .with("field", "runner_id")
                                                .asException());
        return Holders.of(call.caller(), new RunnerId(runner));
    }
}
