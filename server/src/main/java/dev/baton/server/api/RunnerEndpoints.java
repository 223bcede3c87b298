package dev.baton.server.api;

import dev.baton.core.RunnerId;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Route;
import dev.baton.server.runner.Presence;
import dev.baton.store.Runners;
import dev.baton.store.Runners.RunnerView;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// `/v1/runners`: who is there, what they offer, and what they are working on.
public final class RunnerEndpoints {
    /// Three times as long as the register takes to write down that a runner is still there.
    private static final Duration RECENTLY = Duration.ofSeconds(30);

    private static final int MOST_RUNNERS = 10_000;
    private static final int MOST_ORDER_BYTES = 4 << 10;

    private static final Duration MOST_LEFT = Duration.ofDays(7);

    /// A machine that comes later under the same name must not be ended by it.
    private static final Duration ORDER_LASTS = Duration.ofMinutes(10);

    private final Runners runners;
    private final Presence presence;

    public RunnerEndpoints(Runners runners, Presence presence) {
        this.runners = runners;
        this.presence = presence;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/runners", Access.USER, this::list),
                Route.post("/v1/runners/{runner}/termination", Access.USER, this::order));
    }

    private Answered list(Call call) {
        var json = JsonNodeFactory.instance.objectNode();
        var list = json.putArray("runners");
        var admitted = presence.admitted();
        runners.list(RECENTLY, MOST_RUNNERS)
                .forEach(runner -> list.add(shown(runner, admitted.test(runner))));
        return Answered.json(200, json);
    }

    /// Wants a runner to end. Who looks after it asks for this.
    private Answered order(Call call) throws IOException {
        var runner = new RunnerId(call.parameter("runner"));
        var order = JsonBody.readOptional(call, MOST_ORDER_BYTES);
        boolean finishTasks = order.flag("finish_tasks");
        Duration left = order.secondsOrNull("deadline_seconds", MOST_LEFT);
        runners.order(
                runner,
                Cancels.reason(order.textOrNull("reason"), "RUNNER_DRAINED"),
                finishTasks,
                left,
                left == null ? ORDER_LASTS : left.plus(ORDER_LASTS));
        return Answered.json(
                202,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("runner_id", runner.value())
                        .put("finish_tasks", finishTasks));
    }

    private ObjectNode shown(RunnerView runner, boolean admitted) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("runner_id", runner.holder().runner().value());
        var capabilities = json.putArray("capabilities");
        runner.capabilities().forEach(capabilities::add);
        json.put("capacity", runner.capacity());
        json.put("last_seen", runner.seen().toString());
        json.put("connected", runner.connected() && admitted && !presence.hasLeft(runner));
        json.put("token_valid", admitted);
        var leases = json.putArray("leases");
        runner.leases()
                .forEach(
                        held ->
                                leases.addObject()
                                        .put("job_id", held.job().toString())
                                        .put("attempt", held.attempt())
                                        .put("epoch", held.epoch())
                                        .put("since", held.since().toString()));
        return json;
    }
}
