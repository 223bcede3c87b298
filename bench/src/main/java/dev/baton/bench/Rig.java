package dev.baton.bench;

import dev.baton.bench.LeasePlan.Load;
import dev.baton.bench.MeasuredStore.MeasuredDatabase;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An orchestrator process on an empty database, with all it takes to fill its queue and to drain it.
final class Rig implements AutoCloseable {
    private static final long[] NONE = {};

    private final MeasuredStore store;
    private final MeasuredDatabase database;
    private final OrchestratorProcess orchestrator;
    private final String runnerToken;
    private final String userToken;
    private final QueueFill queue;

    private Rig(MeasuredStore store, MeasuredDatabase database, OrchestratorProcess orchestrator)
            throws IOException {
        this.store = store;
        this.database = database;
        this.orchestrator = orchestrator;
        try (var admin = admin()) {
            runnerToken = admin.issueToken("runner", "bench-runner");
            userToken = admin.issueToken("user", "bench-user");
        }
        queue = new QueueFill(server(), userToken);
    }

    /// @param profiles where a flight recording goes, if one is wanted
    static Rig start(
            MeasuredStore store,
            Program program,
            Workplace place,
            String name,
            @Nullable Path profiles)
            throws IOException {
        String full = store.kind().shown() + "_" + name;
        MeasuredDatabase database = store.create(full);
        List<String> options =
                profiles == null
                        ? List.of()
                        : List.of(
                                "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                                        + profiles.resolve(full + ".jfr"));
        var orchestrator =
                OrchestratorProcess.start(
                        program, place.directory().resolve(full), options, database.settings());
        try {
            return new Rig(store, database, orchestrator);
        } catch (IOException | RuntimeException e) {
            orchestrator.close();
            throw e;
        }
    }

    URI server() {
        return orchestrator.server();
    }

    OrchestratorProcess orchestrator() {
        return orchestrator;
    }

    MeasuredDatabase database() {
        return database;
    }

    String runnerToken() {
        return runnerToken;
    }

    String userToken() {
        return userToken;
    }

    long[] fill(int jobs, JobShape shape) {
        return queue.fill(jobs, shape);
    }

    /// Fills the queue and drains it.
    Drained round(int jobs, Load load) throws IOException, SQLException, InterruptedException {
        long[] ids = fill(jobs, JobShape.PLAIN);
        database.settle();
        return drain(ids, NONE, load);
    }

    /// Drains the queue until the wanted jobs are finished.
    ///
    /// @param others the jobs of the queue that do not count
    Drained drain(long[] wanted, long[] others, Load load)
            throws IOException, InterruptedException {
        return drain(new Drain(wanted.length, others), load, true).verify(wanted);
    }

    /// Finishes exactly as many jobs as the connections ask for once.
    Drained take(Load load) throws IOException, InterruptedException {
        return drain(new Drain(load.connections() * load.capacity(), NONE), load, false);
    }

    private Drained drain(Drain drain, Load load, boolean again)
            throws IOException, InterruptedException {
        var runners = new ArrayList<DrainRunner>();
        var threads = new ArrayList<Thread>();
        try {
            for (int i = 0; i < load.connections(); i++) {
                runners.add(
                        new DrainRunner(
                                server(), runnerToken, "r" + i, drain, load.capacity(), again));
            }
            long commits = commits();
            var before = cpu();
            long start = System.nanoTime();
            for (DrainRunner runner : runners) {
                threads.add(Thread.ofPlatform().daemon().name("drain").start(runner));
            }
            long nanos = drain.await() - start;
            var used = cpu().since(before, System.nanoTime() - start);
            close(runners);
            for (Thread thread : threads) {
                thread.join();
            }
            return new Drained(
                    drain.collect(runners.stream().flatMapToLong(DrainRunner::finished)),
                    nanos,
                    commits() - commits,
                    used.client(),
                    used.orchestrator(),
                    used.database());
        } finally {
            close(runners);
        }
    }

    private static void close(List<DrainRunner> runners) throws IOException {
        for (DrainRunner runner : runners) {
            runner.close();
        }
    }

    private Cpu cpu() {
        return new Cpu(
                ProcessUse.ofOurselves().process().info().totalCpuDuration().orElse(Duration.ZERO),
                orchestrator.use().cpu(),
                store.cpu());
    }

    /// Processor time that was used so far.
    private record Cpu(Duration client, Duration orchestrator, Duration database) {
        private record Cores(double client, double orchestrator, double database) {}

        Cores since(Cpu before, long nanos) {
            return new Cores(
                    (double) client.minus(before.client).toNanos() / nanos,
                    (double) orchestrator.minus(before.orchestrator).toNanos() / nanos,
                    (double) database.minus(before.database).toNanos() / nanos);
        }
    }

    private long commits() throws IOException {
        try (var admin = admin()) {
            return admin.commits();
        }
    }

    /// A new connection each time: the orchestrator does not keep idle ones for long.
    private Api admin() throws IOException {
        return new Api(server(), orchestrator.adminToken());
    }

    @Override
    public void close() {
        orchestrator.close();
    }
}
