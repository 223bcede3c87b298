package dev.baton.executor.pool;

import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.Conversation.Begun;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/// One executor: its processes, and the calls to them. Any thread may call it.
public final class ExecutorPool {
    private static final Logger log = LoggerFactory.getLogger(ExecutorPool.class);

    private final String name;
    private final ExecutorConfig config;
    private final InstantSource clock;
    private final Alarm alarm;
    private final PoolCounts counts = new PoolCounts();
    private final RequestIds ids = new RequestIds();
    private final Crashes crashes;
    private final Places<ExecutorProcess> places;
    private final Keeper.Fence fence = new Keeper.Fence();
    private final List<Keeper> keepers;

    /// What all pools share.
    ///
    /// @param changed called when there are more or fewer slots in all
    record Duty(InstantSource clock, Alarm alarm, Runnable changed) {}

    /// Starts the processes, and waits for none of them.
    ExecutorPool(String name, ExecutorConfig config, Keeper.Ground ground, Duty duty) {
        this.name = name;
        this.config = config;
        this.clock = duty.clock();
        this.alarm = duty.alarm();
        this.crashes = new Crashes(config.restarts());
        this.places = new Places<>(config.maxInFlight(), duty.changed());
        var team =
                new Keeper.Team(
                        name,
                        config,
                        ground,
                        places,
                        crashes,
                        fence,
                        new ExecutorProcess.Surroundings(ids, counts, this::recovered));
        this.keepers =
                IntStream.range(0, config.poolSize())
                        .mapToObj(index -> new Keeper(team, index))
                        .toList();
    }

    public String name() {
        return name;
    }

    public Slots slots() {
        return places.slots();
    }

    /// Whether it has no process because they crashed too often, and is not tried again before its pause is over.
    public boolean isResting() {
        return places.isResting();
    }

    public PoolCounts counts() {
        return counts;
    }

    /// Waits until at least one process can be called, but only so long.
    ///
    /// @return whether one can
    public boolean awaitReady(Duration longest) throws InterruptedException {
        return places.awaitReady(longest);
    }

    /// Calls a function, and waits until its handler has answered, or has stopped, or its process is dead: when this returns, nothing of the
    /// call runs any more. An interrupt makes it cancel the call; the result then says what came of that, and the thread is left interrupted.
    ///
    /// It may be called on a virtual thread.
    public CallResult call(Call call) {
        CallResult result = onSomeProcess(call);
        counts.ended(result);
        return result;
    }

    private CallResult onSomeProcess(Call call) {
        ExecutorProcess process;
        try {
            process = places.take(config.times().start());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return interrupted();
        }
        if (process == null) {
            return noneReady(name);
        }
        try {
            return at(process, call);
        } finally {
            places.giveBack(process);
        }
    }

    static ExecutorLost interrupted() {
        return new ExecutorLost("interrupted before it was sent", false);
    }

    static ExecutorLost noneReady(String executor) {
        return new ExecutorLost("no process of executor %s is ready".formatted(executor), false);
    }

    /// On this thread, which may be interrupted.
    private CallResult at(ExecutorProcess process, Call call) {
        var now = new Conversation.Moment(clock.instant(), System.nanoTime());
        return switch (Conversation.begin(
                process, call, config.times().cancelGrace(), ids.next(), now)) {
            case Begun.Over(CallResult result) -> result;
            case Begun.UnderWay(Conversation conversation) -> await(conversation);
        };
    }

    private CallResult await(Conversation conversation) {
        alarm.mind(conversation.exchange());
        boolean wasInterrupted = false;
        CallResult result = conversation.look(System.nanoTime());
        while (result == null) {
            conversation.exchange().park(conversation.lookAt());
            if (Thread.interrupted()) {
                wasInterrupted = true;
                conversation.interrupt();
            }
            result = conversation.look(System.nanoTime());
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    /// Those who wait for an answer.
    Collection<Exchange> waiting() {
        var waiting = new ArrayList<Exchange>();
        for (Keeper keeper : keepers) {
            @Nullable ExecutorProcess process = keeper.process();
            if (process != null) {
                waiting.addAll(process.dialogue().inFlight());
            }
        }
        return waiting;
    }

    /// Kills all processes unless this is called again in time, also when the runner is dead or stopped by then. Those that are killed are started
    /// again when the runner goes on. An executor that was never fenced lives as long as the runner.
    ///
    /// @param left from now on; also for a process that is started meanwhile
    public void fence(Duration left) {
        fence.until(left);
        keepers.forEach(keeper -> keeper.fence(left));
    }

    /// Takes no more calls, lets those that are under way end, and then ends the processes. The last of the time is theirs.
    ///
    /// @param by when nothing of it may be left, in the time of [System#nanoTime]
    void close(long by) throws InterruptedException {
        places.close();
        Duration left = Duration.ofNanos(Math.max(0, by - System.nanoTime()));
        places.awaitIdle(left.minus(config.times().stopGrace()));
        keepers.forEach(keeper -> keeper.stop(by));
        for (Keeper keeper : keepers) {
            keeper.join();
        }
    }

    private void recovered() {
        if (crashes.answered()) {
            log.info("executor answers again executor={}", name);
        }
    }
}
