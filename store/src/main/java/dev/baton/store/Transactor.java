package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.Command;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// The engine on a SQL database: requests queue up at a lane, which takes the whole queue into one transaction.
///
/// What comes by [#exchange] goes through the lane of its runner, so it is decided in the order in which it came.
final class Transactor implements Engine {
    /// How many overdue jobs one sweep acts on.
    static final int SWEEP_LIMIT = 500;

    private static final long LOOK_AROUND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long RELOAD_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

    private final Database database;
    private final Shared shared;
    private final Aftermath aftermath;
    private final List<Lane> lanes = new ArrayList<>();
    private final ReadinessProbe readiness;
    private final Views views;
    private final Tokens tokens;
    private final Runners runners;
    private final Schedules schedules;
    private final DeadLetters deadLetters;
    private final Results results;
    private final LongSupplier nanos;
    private final PartialRunResumption resumption;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile long lookedAround;
    private volatile long reloaded;
    private volatile boolean threaded;

    Transactor(Database database, Shared shared, Surroundings surroundings) {
        this.database = database;
        this.shared = shared;
        this.nanos = surroundings.nanos();
        this.lookedAround = nanos.getAsLong();
        this.reloaded = lookedAround;
        this.aftermath = new Aftermath(shared, this::put);
        for (int i = 0; i < database.lanes(); i++) {
            var committer = new Committer(database, shared, aftermath, surroundings);
            lanes.add(new Lane(i, committer, shared, nanos));
        }
        this.resumption = new PartialRunResumption(database, shared.maxPartCost(), this::put);
        this.readiness = new ReadinessProbe(lanes, database, nanos);
        this.views = new SqlViews(database);
        this.tokens = new SqlTokens(database);
        this.runners = new SqlRunners(database);
        this.schedules = new SqlSchedules(database);
        this.deadLetters = new SqlDeadLetters(database);
        this.results = new SqlResults(database);
    }

    /// From here on each lane works by itself. A transactor that is not started does its work in the threads that call it.
    void start() {
        reloadQueues();
        threaded = true;
        lanes.forEach(Lane::start);
    }

    /// Does, in this thread, whatever waits, and what that makes necessary.
    void step() {
        boolean worked;
        do {
            worked = false;
            for (var lane : lanes) {
                worked |= lane.step();
            }
        } while (worked);
    }

    <T> Pending<T> pending(Request.Awaited<T> request) {
        return new Pending<>(request, () -> answerTo(request));
    }

    private <T> T answerTo(Request.Awaited<T> request) {
        if (!threaded) {
            step();
        }
        return request.await(PATIENCE_MILLIS);
    }

    boolean knowsQueue(int queue) {
        return shared.requirements().has(queue);
    }

    /// Another orchestrator made jobs ready.
    void readyElsewhere(int queue, int jobs) {
        shared.cursors().startOver(queue);
        shared.parking().raiseGeneration();
        aftermath.wake(queue, jobs);
    }

    /// In case a wake-up was lost: one runner of each kind looks for itself, and wakes others if it finds something. Cheap: a
    /// queue that is known to be empty from its cursor on costs one indexed read.
    void lookAround() {
        shared.cursors().startOver();
        shared.parking().samples().forEach(runner -> put(new Request.Claiming(runner)));
        shared.parking().trim();
    }

    /// Forgets queues that nothing waits in any more: now and then, and sooner if they are scarce.
    private void forgetQueues(long now) {
        if (shared.requirements().isScarce() || now - reloaded > RELOAD_NANOS) {
            reloaded = now;
            reloadQueues();
        }
    }

    /// Learns which queues are in use, also those that others made.
    void reloadQueues() {
        try (var connection = database.connectForService();
                var session = new Session(connection, database.dialect())) {
            shared.requirements().load(session);
            shared.cursors().retain(shared.requirements()::has);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read the store", e);
        }
    }

    @Override
    public Submitted submit(NewRun run) {
        var request = new Request.Submitting(run, shared.maxPartCost());
        put(request);
        return answerTo(request);
    }

    @Override
    public List<Reply> tell(List<Addressed> commands) {
        var request = new Request.Telling(commands, List.of());
        put(request);
        return answerTo(request);
    }

    @Override
    public List<Reply> exchange(LeaseHolder by, List<Addressed> messages, List<Wanted> wanted) {
        return beginExchange(by, messages, wanted).await();
    }

    @Override
    public Pending<List<Reply>> beginExchange(
            LeaseHolder by, List<Addressed> messages, List<Wanted> wanted) {
        var asking = new ArrayList<WaitingRunner>(wanted.size());
        for (Wanted more : wanted) {
            var runner = (WaitingRunner) more.demand();
            runner.add(more.jobs());
            asking.add(runner);
        }
        var request = new Request.Telling(messages, asking);
        laneOf(by).put(request);
        return pending(request);
    }

    @Override
    public Demand demand(
            LeaseHolder holder,
            @Nullable InstanceId instance,
            Capabilities capabilities,
            boolean acknowledges,
            Demand.Sink sink) {
        return new WaitingRunner(
                holder,
                instance,
                capabilities,
                acknowledges,
                sink,
                runner -> put(new Request.Claiming(runner)));
    }

    @Override
    public int sweep() {
        long now = nanos.getAsLong();
        if (now - lookedAround > LOOK_AROUND_NANOS) {
            lookedAround = now;
            forgetQueues(now);
            lookAround();
            resumption.resume();
        }
        shared.parking().rested().forEach(runner -> put(new Request.Claiming(runner)));
        var request = new Request.Sweeping(SWEEP_LIMIT);
        put(request);
        return answerTo(request);
    }

    @Override
    public List<HeldLease> heldBesides(
            LeaseHolder holder, @Nullable InstanceId instance, List<HeldLease> named) {
        if (instance == null) {
            return List.of();
        }
        var known = new HashSet<>(named);
        return views.leasesOf(holder).stream()
                .filter(lease -> instance.equals(lease.instance()))
                .map(lease -> new HeldLease(lease.job(), lease.epoch()))
                .filter(lease -> !known.contains(lease))
                .toList();
    }

    @Override
    public void disown(LeaseHolder holder, @Nullable InstanceId instance, List<HeldLease> leases) {
        exchange(
                holder,
                leases.stream()
                        .map(
                                lease ->
                                        Addressed.of(
                                                lease.job(),
                                                new Command.Disown(
                                                        lease.epoch(), holder, instance)))
                        .toList(),
                List.of());
    }

    /// Requests of a runner go to the runner's lane, the others to each in turn.
    void put(Request request) {
        if (request instanceof Request.Claiming claiming) {
            laneOf(claiming.demand.holder()).put(request);
        } else {
            lanes.get(Math.floorMod(turn.getAndIncrement(), lanes.size())).put(request);
        }
    }

    private Lane laneOf(LeaseHolder holder) {
        return lanes.get(Math.floorMod(holder.runner().hashCode(), lanes.size()));
    }

    @Override
    public Views views() {
        return views;
    }

    @Override
    public Tokens tokens() {
        return tokens;
    }

    @Override
    public Runners runners() {
        return runners;
    }

    @Override
    public Schedules schedules() {
        return schedules;
    }

    @Override
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    @Override
    public Results results() {
        return results;
    }

    @Override
    public Readiness readiness() {
        return readiness.ask();
    }

    @Override
    public void close() {
        shared.neighbours().close();
        lanes.forEach(Lane::close);
        database.close();
    }
}
