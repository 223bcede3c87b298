package dev.baton.bench;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/// `baton bench lease`: how fast leases are granted and jobs finished, over real connections to a real process.
public final class LeaseBench {
    private final LeasePlan plan;
    private final Program program;
    private final PrintWriter out;

    public LeaseBench(LeasePlan plan, Program program, PrintWriter out) {
        this.plan = plan;
        this.program = program;
        this.out = out;
    }

    /// Measures, and tells people how it goes.
    ///
    /// @return the figures by name
    /// @throws BenchException if a job was lost or finished twice, or something did not work
    public ObjectNode run() throws IOException, SQLException, InterruptedException {
        if (plan.profiles() != null) {
            Files.createDirectories(plan.profiles());
        }
        Map<StoreKind, Figures> measured = new EnumMap<>(StoreKind.class);
        try (var place = Workplace.make(plan.keep())) {
            for (StoreKind kind : plan.stores()) {
                measured.put(kind, measure(kind, place));
            }
            if (plan.keep()) {
                out.println("kept: " + place.directory());
            }
        }
        measured.values().forEach(figures -> figures.print(out));
        return json(measured);
    }

    private Figures measure(StoreKind kind, Workplace place)
            throws IOException, SQLException, InterruptedException {
        try (MeasuredStore store = open(kind, place)) {
            var bench = new Bench(store, program, place, out, plan.profiles());
            bench.say("database: %s", store.setting());
            bench.say("orchestrator: java %s", Program.options());
            bench.say(
                    "load: %,d jobs a round, %d connections that ask for %d jobs each",
                    plan.jobs(), plan.load().connections(), plan.load().capacity());
            var figures = new Figures(kind.shown());
            figures.add("jobs", "jobs in a round", plan.jobs());
            for (Scenario scenario : Scenario.values()) {
                if (plan.scenarios().contains(scenario)) {
                    measure(scenario, bench, figures);
                }
            }
            return figures;
        }
    }

    private void measure(Scenario scenario, Bench bench, Figures figures)
            throws IOException, SQLException, InterruptedException {
        switch (scenario) {
            case DRAIN -> DrainRate.measure(bench, plan, figures);
            case BACKLOG -> BacklogCost.measure(bench, plan, figures);
            case HOT_TENANT -> HotTenant.measure(bench, plan, figures);
            case HELD_SNAPSHOT -> HeldSnapshot.measure(bench, plan, figures);
        }
    }

    private static MeasuredStore open(StoreKind kind, Workplace place) throws IOException {
        return switch (kind) {
            case SQLITE -> new SqliteStore(place.directory());
            case POSTGRES -> new PostgresStore();
        };
    }

    /// The figures of one store, or those of PostgreSQL with one object for each beside them.
    private static ObjectNode json(Map<StoreKind, Figures> measured) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("bench", "lease");
        for (StoreKind kind : StoreKind.values()) { // PostgreSQL last: its figures stay on top
            Figures figures = measured.get(kind);
            if (figures != null) {
                json.put("store", kind.shown());
                json.setAll(figures.json());
            }
        }
        if (measured.size() > 1) {
            measured.forEach((kind, figures) -> json.set(kind.shown(), figures.json()));
        }
        return json;
    }
}
