package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Engine;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.function.BooleanSupplier;

/// `/healthz`: the process lives. `/readyz`: it can do its work.
public final class HealthEndpoints {
    private final Engine engine;
    private final BooleanSupplier shortOfSpace;
    private volatile boolean stopping;

    /// @param shortOfSpace whether blobs are refused because the disk is nearly full
    public HealthEndpoints(Engine engine, BooleanSupplier shortOfSpace) {
        this.engine = engine;
        this.shortOfSpace = shortOfSpace;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/healthz", Access.OPEN, _ -> ok()),
                Route.get("/readyz", Access.OPEN, this::ready));
    }

    /// From now on others should be asked instead.
    public void stop() {
        stopping = true;
    }

    private Answered ready(Call call) {
        if (stopping) {
            throw Problem.of(503, "STOPPING", "the orchestrator is being shut down").asException();
        }
        var store = engine.readiness();
        if (!store.isReady()) {
            throw Problem.of(503, "STORE_UNAVAILABLE", "the store does not work as it should")
                    .with("problems", store.problems())
                    .asException();
        }
        return shortOfSpace.getAsBoolean() ? okWithoutBlobs() : ok();
    }

    /// Jobs go on without logs and artifacts, and the database has its reserve: no reason to ask others instead.
    private static Answered okWithoutBlobs() {
        var json = JsonNodeFactory.instance.objectNode().put("status", "ok");
        json.putArray("problems")
                .add(
                        "the disk of the blobs is nearly full: logs, artifacts, contents and caches are refused");
        return Answered.json(200, json);
    }

    private static Answered ok() {
        return Answered.json(200, JsonNodeFactory.instance.objectNode().put("status", "ok"));
    }
}
