package dev.baton.runner;

import dev.baton.core.Capabilities;
import dev.baton.core.RunnerId;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.ExecutorPools;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.job.CallExecution;
import dev.baton.runner.job.Execution;
import dev.baton.runner.job.JobExecution;
import dev.baton.runner.job.Shell;
import dev.baton.runner.job.Workshop;
import dev.baton.runner.journal.Journal;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.lease.Letter;
import dev.baton.runner.lease.Place;
import dev.baton.runner.lease.Trade;
import dev.baton.runner.link.Calls;
import dev.baton.runner.link.Hears;
import dev.baton.runner.link.Link;
import dev.baton.runner.link.Self;
import dev.baton.runner.link.TokenExchange;
import dev.baton.runner.supervised.Supervised;
import dev.baton.sandbox.ProcessSandbox;
import dev.baton.sandbox.Sandbox;
import dev.baton.settings.UserEnvironment;
import dev.baton.workspace.ContentCache;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// A running runner: everything there is, put together. Read it from top to bottom.
public final class Runner implements Supervised, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Runner.class);

    /// How much of what jobs had is kept for the next ones.
    private static final long MOST_CONTENT_BYTES = 5L << 30;

    /// What killing jobs and giving their leases back may take.
    private static final Duration TIME_TO_GIVE_BACK = Duration.ofSeconds(10);

    /// What their end may take, all together.
    private static final Duration TIME_FOR_EXECUTORS = Duration.ofSeconds(15);

    private final RunnerConfig config;
    private final DataDirectory data;
    private final RunnerTelemetry telemetry;
    private final Sandbox sandbox;
    private final Capabilities capabilities;
    private final Calls calls;
    private final Trade steps;
    private final Switchboard switchboard;
    private final LeaseKeeper keeper;
    private final Link link;
    private final TokenExchange exchange;
    private final Workshop shop;
    private final Stopping stopping;
    private final Set<Execution> executions = ConcurrentHashMap.newKeySet();

    /// Leases that came when no work was wanted any more.
    private final Set<HeldLease> owed = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String refusal;

    private Runner(
            RunnerConfig config,
            Map<String, ExecutorConfig> executors,
            TelemetryConfig watched,
            InstantSource clock) {
        this.config = config;
        telemetry = RunnerTelemetry.start(watched);
        LongSupplier nanoClock = System::nanoTime;
        Map<String, String> environment = new HashMap<>(UserEnvironment.ofThisProcess());
        data = DataDirectory.open(config.data());
        sandbox = ProcessSandbox.start(data.sandbox());
        var id = new RunnerId(config.runnerId());
        var self = Self.of(id, environment);
        // A runner that a job starts is another process.
        environment.remove(Self.VARIABLE);
        capabilities =
                Machine.capabilities(
                        environment.getOrDefault("PATH", ""), sandbox.available(), config.tags());

        steps = new Trade(null, config.capacity());
        switchboard = new Switchboard(executors, telemetry);

        // The way to the orchestrator, and what is said there.
        calls = new Calls(config.orchestrators(), config.token());
        keeper = new LeaseKeeper(id, trades(), clock, nanoClock);
        link = new Link(calls, self, capabilities, keeper, new Ears(), nanoClock);
        exchange = new TokenExchange(calls, id, link::renew);

        // What is done with a job.
        Journal journal = journal(data.leases());
        shop =
                new Workshop(
                        id,
                        new Workshop.Terms(config.killGrace(), config.logBytes()),
                        new Workshop.Clocks(clock, nanoClock),
                        calls,
                        keeper,
                        new Workshop.Place(
                                journal,
                                data.emptyWork(),
                                sandbox,
                                contents(data.contents(), clock),
                                Shell.ofThisMachine(),
                                environment));
        stopping = new Stopping(this::giveBackAll, this::shutDown);

        recover(journal, new Recovery(id, calls, keeper));
        keeper.start();
        link.start();
        switchboard.start(
                new ExecutorPools.Surroundings(
                        sandbox,
                        data.sockets(),
                        telemetry.inherited(environment),
                        clock,
                        this::countPlaces));
        countPlaces();
        log.info(
                "runner started runner={} capacity={} executors={} server={} capabilities={}",
                id,
                config.capacity(),
                switchboard.names(),
                config.orchestrators(),
                capabilities.tags());
    }

    /// Starts a runner with the sandbox of this machine.
    ///
    /// @throws RunnerException if it cannot start
    public static Runner start(RunnerConfig config, InstantSource clock) {
        return start(config, Map.of(), clock);
    }

    /// Starts a runner that also calls functions.
    ///
    /// @param executors by name
    /// @throws RunnerException if it cannot start
    public static Runner start(
            RunnerConfig config, Map<String, ExecutorConfig> executors, InstantSource clock) {
        return start(config, executors, TelemetryConfig.NONE, clock);
    }

    /// Starts a runner that calls functions, and can be watched.
    ///
    /// @throws RunnerException if it cannot start
    public static Runner start(
            RunnerConfig config,
            Map<String, ExecutorConfig> executors,
            TelemetryConfig watched,
            InstantSource clock) {
        return new Runner(config, executors, watched, clock);
    }

    private List<Trade> trades() {
        return Stream.concat(Stream.of(steps), switchboard.trades().stream()).toList();
    }

    private void countPlaces() {
        switchboard.count();
        keeper.tradeChanged();
    }

    private static Journal journal(Path directory) {
        try {
            return new Journal(directory);
        } catch (IOException e) {
            throw new RunnerException("cannot work in %s: %s".formatted(directory, e), e);
        }
    }

    private static ContentCache contents(Path directory, InstantSource clock) {
        try {
            return ContentCache.open(directory, MOST_CONTENT_BYTES, clock);
        } catch (IOException e) {
            throw new RunnerException("cannot work in %s: %s".formatted(directory, e), e);
        }
    }

    private static void recover(Journal journal, Recovery recovery) {
        try {
            journal.leftOver().forEach(recovery::takeUp);
        } catch (IOException e) {
            throw new RunnerException("cannot read what was left over: " + e, e);
        }
    }

    /// Takes no new job, and ends when those under way have ended; what takes longer than the grace is given back.
    public void stop() {
        stopWithin(config.stopGrace());
    }

    private void stopWithin(Duration grace) {
        if (stopping.begin(grace)) {
            log.info("runner stopping runner={} jobs={}", config.runnerId(), keeper.working());
            keeper.takeNoMore();
            look();
        }
    }

    /// Gives everything back at once.
    public void hurry() {
        stop();
        stopping.hurry();
    }

    /// Gives back in time for the machine to go away; nobody else may wait for it.
    @Override
    public void finish(@Nullable Duration left) {
        Duration grace = config.stopGrace();
        Duration most = left == null ? grace : left.minus(TIME_TO_GIVE_BACK);
        stopWithin(most.isNegative() ? Duration.ZERO : most.compareTo(grace) < 0 ? most : grace);
    }

    @Override
    public void giveBack() {
        hurry();
    }

    /// Shows another token from now on, if the orchestrator accepts it. The connection is made anew with it; leases stay.
    @Override
    public void useToken(String token) {
        exchange.offer(token);
    }

    /// Why it stopped by itself, if it did: no orchestrator takes its token.
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /// Waits until the runner has stopped.
    public void awaitEnd() throws InterruptedException {
        stopping.awaitEnd();
    }

    /// Stops now.
    @Override
    public void close() {
        hurry();
        try {
            awaitEnd();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The tags that the runner offers.
    public Set<String> capabilities() {
        return capabilities.tags();
    }

    /// How many jobs are under way.
    int working() {
        return keeper.working();
    }

    private void look() {
        stopping.look(executions.size(), owed.isEmpty() && !keeper.expectsWork());
    }

    private void giveBackAll() {
        executions.forEach(execution -> execution.giveBack("the runner is shutting down"));
    }

    /// The last thing that happens.
    private void shutDown() {
        exchange.close();
        link.close();
        keeper.close();
        switchboard.close(TIME_FOR_EXECUTORS);
        sandbox.close();
        calls.close();
        data.close();
        telemetry.close();
        log.info("runner stopped runner={}", config.runnerId());
    }

    private void begin(LeaseGranted granted) {
        String only = granted.turn().only();
        if (!keeper.takesWork()) {
            giveBack(granted, "the runner is shutting down");
        } else if (only == null) {
            begin(steps, granted, new JobExecution(shop, granted));
        } else {
            Switchboard.Desk called = switchboard.of(only);
            if (called == null) {
                giveBack(granted, "the runner has no such executor");
            } else {
                begin(
                        called.trade(),
                        granted,
                        new CallExecution(shop, granted, called.extension(), telemetry.watch()));
            }
        }
    }

    private void giveBack(LeaseGranted granted, String why) {
        log.info("lease given back unused job={} epoch={}", granted.jobId(), granted.epoch());
        HeldLease unwanted = keeper.giveBack(granted, why);
        owed.add(unwanted);
        Thread.ofVirtual().name("give-back").start(() -> awaitSettled(unwanted));
    }

    private void begin(Trade trade, LeaseGranted granted, Execution execution) {
        HeldLease lease = keeper.take(trade, granted, execution);
        if (lease != null) {
            executions.add(execution);
            Place place = keeper.place(trade);
            Thread.ofVirtual()
                    .name("job-" + granted.jobId())
                    .start(() -> execute(execution, lease, place));
        }
    }

    private void execute(Execution execution, HeldLease lease, Place place) {
        try (place) {
            execution.run(lease, place);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            keeper.forget(lease);
            executions.remove(execution);
            look();
        }
    }

    private void awaitSettled(HeldLease lease) {
        try {
            lease.awaitSettled();
            keeper.forget(lease);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            owed.remove(lease);
            look();
        }
    }

    /// Hears for the keeper, and begins a job for each lease.
    private final class Ears implements Hears {
        @Override
        public void granted(LeaseGranted granted) {
            begin(granted);
        }

        @Override
        public void withdrawn(@Nullable String only) {
            keeper.withdrawn(only);
            look();
        }

        @Override
        public void tokenRefused(String why) {
            refusal = why;
            hurry();
        }

        @Override
        public void disconnected() {
            look();
        }

        @Override
        public void heard(LeaseId lease, @Nullable Letter letter, OrchestratorMessage message) {
            keeper.heard(lease, letter, message);
        }

        @Override
        public void undelivered(Letter letter) {
            keeper.undelivered(letter);
        }
    }
}
