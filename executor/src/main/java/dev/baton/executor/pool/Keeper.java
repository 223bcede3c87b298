package dev.baton.executor.pool;

import dev.baton.executor.pool.Crashes.Decision;
import dev.baton.executor.pool.PoolCounts.Event;
import dev.baton.executor.wire.OutputMark;
import dev.baton.sandbox.Box;
import dev.baton.sandbox.BoxPlan;
import dev.baton.sandbox.Exit;
import dev.baton.sandbox.Isolation;
import dev.baton.sandbox.Running;
import dev.baton.sandbox.Sandbox;
import dev.baton.sandbox.SandboxException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Keeps one process of an executor running, life after life, on a thread of its own.
final class Keeper {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);

    /// A process whose connection ended is mostly about to end itself; then we can say how.
    private static final Duration LAST_WORDS = Duration.ofMillis(300);

    /// Nobody but the process itself may know how its lines are marked.
    private static final SecureRandom SECRETS = new SecureRandom();

    private final String name;
    private final Team team;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private volatile long stopBy;
    private volatile @Nullable ExecutorProcess current;
    private volatile @Nullable Box box;

    /// What the keepers of all executors share.
    ///
    /// @param environment what each process inherits
    record Ground(Sandbox sandbox, Addresses addresses, Map<String, String> environment) {}

    /// What the keepers of an executor share.
    record Team(
            String executor,
            ExecutorConfig config,
            Ground ground,
            Places<ExecutorProcess> places,
            Crashes crashes,
            Fence fence,
            ExecutorProcess.Surroundings shared) {
        PoolCounts counts() {
            return shared.counts();
        }
    }

    /// When the processes of an executor are to be killed: also those that are started after that was said.
    static final class Fence {
        private static final long NEVER = Long.MAX_VALUE;

        private volatile long end = NEVER;

        void until(Duration left) {
            end = System.nanoTime() + left.toNanos();
        }

        private void over(Box opened) {
            long until = end;
            long left = until - System.nanoTime();
            if (until != NEVER && left > 0) {
                opened.fence(Duration.ofNanos(left));
            }
        }
    }

    Keeper(Team team, int index) {
        this.team = team;
        this.name = nameOf(team.executor(), index);
        this.thread = Thread.ofVirtual().name("executor-keeper-" + name).start(this::run);
    }

    /// The name of a process, in names of boxes and sockets.
    static String nameOf(String executor, int index) {
        return executor + "-" + index;
    }

    /// Ends the process, and starts no other.
    ///
    /// @param by when nothing of it may be left, in the time of [System#nanoTime]
    void stop(long by) {
        stopBy = by;
        stopping.countDown();
        ExecutorProcess running = current;
        if (running != null) {
            running.condemn("the runner stops");
        }
    }

    /// The process that lives now, if one does.
    @Nullable ExecutorProcess process() {
        return current;
    }

    /// Kills the process unless this is called again in time, also if we are dead or stopped by then.
    void fence(Duration left) {
        Box open = box;
        if (open != null) {
            open.fence(left);
        }
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void run() {
        try {
            while (!isStopping()) {
                Decision decision = live();
                var wait =
                        switch (decision) {
                            case Decision.StartAgain(Duration after) -> after;
                            case Decision.Rest(Duration pause, _, _) -> pause;
                        };
                var _ = stopping.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException _) {
            log.warn("keeper of an executor was interrupted process={}", name);
        }
    }

    /// One life of the process.
    private Decision live() throws InterruptedException {
        String mark = HexFormat.of().toHexDigits(SECRETS.nextLong());
        var output = new OutputLines(team.executor(), mark, team.counts());
        boolean hasAnswered = false;
        try {
            Address address = team.ground().addresses().next(team.config().transport(), name);
            try {
                hasAnswered = live(plan(address, mark), address, output);
            } finally {
                team.ground().addresses().giveBack(address);
            }
        } catch (IOException | SandboxException e) {
            log.error("executor could not be started process={} cause={}", name, e.getMessage());
        } catch (RuntimeException e) {
            log.error("life of an executor was cut short process={}", name, e);
        }
        long chance = ThreadLocalRandom.current().nextLong();
        if (hasAnswered || isStopping()) {
            return team.crashes().ended(chance);
        }
        team.counts().happened(Event.CRASHED);
        Decision decision = team.crashes().crashed(System.nanoTime(), chance);
        if (decision instanceof Decision.Rest rest) {
            rest(rest, output);
        }
        return decision;
    }

    private void rest(Decision.Rest rest, OutputLines output) {
        team.counts().happened(Event.RESTED);
        team.places().rest();
        if (rest.isNews()) {
            log.error(
                    "executor crashes again and again, it rests executor={} crashes={} window={} pause={} stderr={}",
                    team.executor(),
                    rest.crashes(),
                    team.config().restarts().window(),
                    rest.pause(),
                    output.last());
        }
    }

    /// @return whether it has answered a call
    private boolean live(BoxPlan plan, Address address, OutputLines output)
            throws InterruptedException {
        ExecutorProcess process = null;
        try (Box opened = team.ground().sandbox().open(plan)) {
            box = opened;
            team.fence().over(opened);
            Running running = opened.start(team.config().cmd(), ".", output);
            output.isOf(running.pid());
            process = begin(address, running);
            output.serves(process.dialogue());
            try {
                attend(process);
            } finally {
                team.places().remove(process);
            }
            end(opened, process);
        } finally {
            box = null;
            current = null;
            if (process != null) {
                bury(process, process.exit(Duration.ZERO));
            }
            output.end();
        }
        return process.hasAnswered();
    }

    /// Nothing of it is left: whoever waits for an answer is told so.
    private void bury(ExecutorProcess process, Optional<Exit> exit) {
        String why = Objects.requireNonNullElse(process.condemned(), "it ended by itself");
        String code = exit.map(Exit::code).map(String::valueOf).orElse("unknown");
        log.info(
                "executor process ended executor={} pid={} code={} why=\"{}\"",
                team.executor(),
                process.pid(),
                code,
                why);
        process.dialogue()
                .close(
                        "process %d of executor %s ended with code %s: %s"
                                .formatted(process.pid(), team.executor(), code, why),
                        process.culprit());
    }

    private ExecutorProcess begin(Address address, Running running) {
        team.counts().happened(Event.STARTED);
        var process =
                new ExecutorProcess(
                        team.executor(),
                        running,
                        address,
                        team.config().maxInFlight() > 1,
                        team.shared());
        current = process;
        if (isStopping()) {
            process.condemn("the runner stops");
        }
        Thread.ofVirtual().name("executor-end-" + name).start(process::awaitEnd);
        log.info(
                "executor process started executor={} pid={} address={}",
                team.executor(),
                running.pid(),
                address);
        return process;
    }

    /// Stays with it until it has ended, or has to.
    private void attend(ExecutorProcess process) throws InterruptedException {
        Duration longest = team.config().times().start();
        if (Readiness.await(process, longest)) {
            log.info(
                    "executor process is ready executor={} pid={}", team.executor(), process.pid());
            team.places().add(process);
            process.awaitOver();
        } else if (!process.isOver()) {
            process.condemn(
                    "it could not be connected to within %d ms".formatted(longest.toMillis()));
        } else if (process.condemned() == null) {
            log.warn(
                    "executor process ended before it was ready executor={} pid={} code={}",
                    team.executor(),
                    process.pid(),
                    process.exit(Duration.ZERO).map(Exit::code).orElse(-1));
        }
    }

    /// Leaves nothing of it.
    private void end(Box opened, ExecutorProcess process) throws InterruptedException {
        if (isStopping()) {
            Duration left = Duration.ofNanos(Math.max(0, stopBy - System.nanoTime()));
            Duration grace = team.config().times().stopGrace();
            opened.end(left.compareTo(grace) < 0 ? left : grace);
            return;
        }
        Optional<Exit> exit = process.exit(LAST_WORDS);
        if (exit.isEmpty()) {
            team.counts().happened(Event.REPLACED);
            log.warn(
                    "executor process is replaced executor={} pid={} why=\"{}\"",
                    team.executor(),
                    process.pid(),
                    process.condemned());
        }
    }

    private BoxPlan plan(Address address, String mark) {
        var environment = new HashMap<>(team.ground().environment());
        environment.putAll(team.config().env());
        Address.VARIABLES.forEach(environment::remove);
        environment.put(address.variable(), address.value());
        environment.put(OutputMark.VARIABLE, mark);
        return new BoxPlan("executor-" + name, team.config().cwd(), environment, Isolation.PROCESS);
    }
}
