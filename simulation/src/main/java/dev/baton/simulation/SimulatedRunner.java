package dev.baton.simulation;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.lease.Letter;
import dev.baton.runner.lease.Trade;
import dev.baton.runner.link.Hears;
import dev.baton.runner.link.Link;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A runner: the real keeper of leases, on a clock of its own and on simulated lines, with simulated work.
final class SimulatedRunner extends SimulatedProcess implements Hears {
    /// How far a clock may be off: much less than the margin that a runner leaves before its lease ends.
    private static final double MOST_DRIFT = 500e-6;

    private final RunnerId id;
    private final Capabilities capabilities;
    private final Trades plan;
    private final double rate;
    private final long bootedAt;

    /// What is on the runner's disk, and survives it: for each lease what is left to say.
    private final Map<LeaseId, ForLease> journal = new LinkedHashMap<>();

    private final List<SimulatedJob> works = new ArrayList<>();
    private final Map<String, SimulatedPool> pools = new LinkedHashMap<>();
    private final Map<HeldLease, ForLease> leftOver = new LinkedHashMap<>();
    private Trade steps;
    private InstanceId instance = new InstanceId("none");
    private @Nullable LeaseKeeper keeper;
    private @Nullable SimulatedLine line;
    private int failures;
    private long lookAt = Long.MAX_VALUE;

    /// What it can do at once.
    ///
    /// @param steps how many jobs that are no calls
    record Trades(int steps, List<SimulatedPool.Plan> executors) {}

    SimulatedRunner(World world, String name, RunnerId id, Capabilities capabilities, Trades plan) {
        super(world, name);
        this.id = id;
        this.plan = plan;
        steps = new Trade(null, plan.steps());
        this.capabilities = capabilities;
        rate = 1 + world.chance().between(-MOST_DRIFT, MOST_DRIFT);
        bootedAt = world.chance().number() >> 8;
    }

    RunnerId id() {
        return id;
    }

    int capacity() {
        return keeper().capacity();
    }

    Capabilities capabilities() {
        return capabilities;
    }

    /// Which life of it this is, for an orchestrator.
    InstanceId instance() {
        return instance;
    }

    Trades trades() {
        return plan;
    }

    /// The monotonic clock of its machine.
    long nanos() {
        return bootedAt + Math.round(world.timeline().now() * rate);
    }

    /// How long something takes by the clock of the world that takes so long by the runner's: in no case less.
    long inWorldTime(long nanos) {
        return Math.max(1, (long) Math.ceil(nanos / rate) + 1);
    }

    LeaseKeeper keeper() {
        var kept = keeper;
        if (kept == null) {
            throw new IllegalStateException(name + " is not there");
        }
        return kept;
    }

    @Override
    void begin() {
        instance = new InstanceId("process-" + (world.more().number() >>> 1));
        steps = new Trade(null, plan.steps()); // a process that died forgot what it had asked for
        for (var executor : plan.executors()) {
            pools.put(SimulatedPool.TAG + executor.name(), new SimulatedPool(this, executor));
        }
        var trades = new ArrayList<>(List.of(steps));
        pools.values().forEach(pool -> trades.add(pool.trade()));
        var kept = new LeaseKeeper(id, trades, world.timeline()::instant, this::nanos);
        keeper = kept;
        pools.values().forEach(SimulatedPool::start);
        lookAt = Long.MAX_VALUE;
        failures = 0;
        // As Recovery does it: what an earlier life left is asked about, and then said.
        journal.forEach((lease, last) -> leftOver.put(kept.leftOver(lease), last));
        after(0, this::connect);
    }

    @Override
    void end() {
        works.forEach(SimulatedJob::die);
        works.clear();
        pools.values().forEach(SimulatedPool::die);
        pools.clear();
        leftOver.clear();
        if (line != null) {
            world.network().lose(line.connection(), this);
        }
        line = null;
        keeper = null;
    }

    /// As a runner that is told that its machine goes away: it takes nothing new, and gives back what it has.
    void giveBackAll() {
        keeper().takeNoMore();
        works.forEach(SimulatedJob::giveBack);
        if (line != null) {
            line.giveUp("connecting anew");
        }
    }

    /// Whether there is nothing that it still has to do or to say.
    boolean isIdle() {
        return isAlive() && journal.isEmpty() && works.isEmpty() && keeper().held().isEmpty();
    }

    private void connect() {
        failures++;
        var to = world.chance().oneOf(world.orchestrators());
        if (!to.isAlive() || world.network().isCut(name, to.name)) {
            connectLater();
            return;
        }
        var connection = new Connection(world, this, to);
        var opened = new SimulatedLine(this, connection, capabilities);
        line = opened;
        connection.listen(this, opened);
        int life = to.life();
        world.timeline()
                .after(
                        world.network().latency(),
                        () -> to.happen(life, () -> to.accept(connection)));
        // The handshake is there and back, and the first frame follows it.
        after(world.network().latency() * 2, opened::attach);
    }

    /// The line is of no use any more.
    void disconnected(SimulatedLine ended) {
        if (line == ended) {
            line = null;
            keeper().disconnected();
            connectLater();
        }
    }

    private void connectLater() {
        var pause = Link.PAUSE.delay(failures, world.chance().number());
        after(pause.toNanos(), this::connect);
    }

    void connected(SimulatedLine now) {
        failures = 0;
        keeper().connected(now);
    }

    @Override
    public void granted(LeaseGranted granted) {
        if (!keeper().takesWork()) {
            giveBack(granted, "the runner is shutting down");
            return;
        }
        var only = granted.turn().only();
        var pool = only == null ? null : pools.get(only);
        if (only != null && pool == null) {
            giveBack(granted, "the runner has no such executor");
            return;
        }
        var trade = pool == null ? steps : pool.trade();
        var place = keeper().place(trade);
        SimulatedJob work =
                pool == null
                        ? new SimulatedWork(this, granted, place)
                        : new SimulatedCall(this, granted, pool, place);
        var lease = keeper().take(trade, granted, work);
        if (lease != null) {
            world.story()
                    .tell(
                            granted.jobId(),
                            () -> "%s hears of epoch %d".formatted(name, granted.epoch()));
            work.begin(lease);
            works.add(work);
        }
    }

    private void giveBack(LeaseGranted granted, String why) {
        var unwanted = keeper().giveBack(granted, why);
        leftOver.put(unwanted, new ReleaseLease(granted.leaseId(), id, why));
    }

    @Override
    public void heard(LeaseId lease, @Nullable Letter letter, OrchestratorMessage message) {
        world.oracle().told(lease, message);
        if (!(message instanceof OrchestratorMessage.HeartbeatAck)) {
            world.story()
                    .tell(
                            lease.address().map(address -> address.job()).orElse(null),
                            () -> name + " hears " + message);
        }
        keeper().heard(lease, letter, message);
    }

    @Override
    public void undelivered(Letter letter) {
        keeper().undelivered(letter);
    }

    @Override
    public void withdrawn(@Nullable String only) {
        keeper().withdrawn(only);
    }

    @Override
    public void tokenRefused(String why) {
        // nobody revokes tokens here
    }

    @Override
    public void disconnected() {}

    List<SimulatedCall> calls() {
        return works.stream()
                .filter(SimulatedCall.class::isInstance)
                .map(SimulatedCall.class::cast)
                .toList();
    }

    /// Every process of its executors.
    List<SimulatedExecutor> executors() {
        return pools.values().stream().flatMap(pool -> pool.processes().stream()).toList();
    }

    /// An executor has more or fewer slots.
    void tradeChanged() {
        var kept = keeper;
        if (kept != null) {
            kept.tradeChanged();
        }
    }

    /// From now on this is what is left to say for a lease.
    void write(ForLease last) {
        journal.put(last.leaseId(), last);
    }

    private void erase(LeaseId lease) {
        journal.remove(lease);
    }

    /// Looks at its leases, as the keeper's thread would, and at what became of them.
    @Override
    void settle() {
        var kept = keeper;
        if (kept == null) {
            return;
        }
        long next;
        boolean again;
        do {
            next = kept.look();
            again = moveOn(kept);
        } while (again);
        long at = world.timeline().now() + inWorldTime(next - nanos());
        if (!kept.held().isEmpty() && (at < lookAt || lookAt <= world.timeline().now())) {
            lookAt = at;
            after(at - world.timeline().now(), () -> {});
        }
    }

    /// @return whether there is something new for the keeper
    private boolean moveOn(LeaseKeeper kept) {
        boolean moved = false;
        for (var work : List.copyOf(works)) {
            moved |= work.moveOn();
            if (work.isSettled()) {
                works.remove(work);
                erase(work.lease().id());
                kept.forget(work.lease());
                work.leave();
                moved = true;
            }
        }
        for (var entry : List.copyOf(leftOver.entrySet())) {
            var lease = entry.getKey();
            if (lease.isSettled()) {
                leftOver.remove(lease);
                erase(lease.id());
                kept.forget(lease);
                moved = true;
            } else if (lease.isAcknowledged()) {
                // Said once; the keeper repeats it.
                kept.end(lease, entry.getValue());
            }
        }
        return moved;
    }

    static String frame(List<? extends RunnerMessage> messages) {
        var frames = MessageCodec.RUNNER.writeFrames(List.copyOf(messages));
        if (frames.size() != 1) {
            throw new IllegalStateException("expected one frame, got " + frames.size());
        }
        return new String(frames.getFirst(), StandardCharsets.UTF_8);
    }
}
