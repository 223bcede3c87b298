package dev.baton.chaos.fault;

import dev.baton.chaos.estate.Estate;
import dev.baton.chaos.estate.Link;
import dev.baton.chaos.estate.Member;
import dev.baton.chaos.estate.SmallDisk;
import dev.baton.chaos.fault.FaultLog.Count;
import dev.baton.testkit.PostgresServer.Shutdown;
import dev.baton.testkit.network.Weather;
import dev.baton.testkit.process.Signals;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Carries out a schedule of faults, several at once if they overlap. Whom a fault finds busy with another one is spared.
public final class Tormentor {
    private static final Weather LATE = new Weather.Slow(Duration.ofMillis(300), 1 << 20);
    private static final Weather NARROW = new Weather.Slow(Duration.ZERO, 8 << 10);
    private static final Duration LAST_FAULT = Duration.ofMinutes(3);

    private final Estate estate;
    private final FaultLog log;
    private final Set<Object> busy = ConcurrentHashMap.newKeySet();
    private final AtomicReference<String> failure = new AtomicReference<>("");

    public Tormentor(Estate estate, FaultLog log) {
        this.estate = estate;
        this.log = log;
    }

    /// Makes everything go wrong that is on the schedule, and returns when all of it is over.
    ///
    /// @throws IOException if something could not be undone, such as a process that does not start any more
    public void run(FaultSchedule schedule) throws IOException, InterruptedException {
        long start = System.nanoTime();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (Fault fault : schedule.faults()) {
                long left = start + fault.at().toNanos() - System.nanoTime();
                TimeUnit.NANOSECONDS.sleep(left);
                threads.execute(() -> carryOut(fault));
            }
            threads.shutdown();
            if (!threads.awaitTermination(LAST_FAULT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("a fault did not end within " + LAST_FAULT);
            }
        } finally {
            threads.shutdownNow();
        }
        heal();
    }

    /// Nothing goes wrong any more.
    private void heal() throws IOException, InterruptedException {
        for (Link link : estate.links()) {
            link.proxy().become(Weather.CLEAR);
            link.proxy().resetSilenced();
        }
        for (SmallDisk disk : estate.disks()) {
            disk.free();
        }
        for (Member member : estate.orchestrators()) {
            member.heal();
        }
        for (Member member : estate.runners()) {
            member.heal();
        }
        if (!failure.get().isEmpty()) {
            throw new IOException(failure.get());
        }
    }

    private void carryOut(Fault fault) {
        try {
            switch (fault.act()) {
                case KILL_RUNNER -> kill(pick(estate.runners(), fault), fault);
                case KILL_ORCHESTRATOR -> kill(pick(estate.orchestrators(), fault), fault);
                case STOP_RUNNER -> stop(pick(estate.runners(), fault), fault);
                case KILL_EXECUTOR -> executor(fault).ifPresent(this::kill);
                case STOP_EXECUTOR -> {
                    var executor = executor(fault);
                    if (executor.isPresent()) {
                        stop(executor.get(), fault);
                    }
                }
                case PREEMPT_RUNNER -> preempt(pick(estate.runners(), fault), fault);
                case STOP_ORCHESTRATOR -> stop(pick(estate.orchestrators(), fault), fault);
                case RESET -> reset(pick(estate.links(), fault));
                case CUT -> weather(fault, new Weather.Cut(), "cut");
                case SILENCE -> weather(fault, new Weather.Silent(), "silent");
                case DELAY -> weather(fault, LATE, "late");
                case THROTTLE -> weather(fault, NARROW, "narrow");
                case CRASH_POSTGRES -> restart(Shutdown.IMMEDIATE);
                case RESTART_POSTGRES -> restart(Shutdown.FAST);
                case FILL_DISK -> fillDisk(fault);
            }
        } catch (IOException e) {
            failure.compareAndSet("", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T pick(List<T> among, Fault fault) {
        return among.get(fault.target() % among.size());
    }

    private void kill(Member target, Fault fault) throws IOException, InterruptedException {
        target.take(
                member -> {
                    log.add(Count.KILL, member.name() + " was killed");
                    member.kill();
                    Thread.sleep(fault.lasting());
                    member.start();
                    log.add(Count.OVER, member.name() + " started again");
                });
    }

    private void stop(Member target, Fault fault) throws IOException, InterruptedException {
        target.take(
                member -> {
                    log.add(Count.STOP, member.name() + " was stopped");
                    member.freeze();
                    try {
                        Thread.sleep(fault.lasting());
                    } finally {
                        member.thaw();
                    }
                    log.add(Count.OVER, member.name() + " goes on");
                });
    }

    /// Nobody has it for that time: what its runner goes through meanwhile it goes through too.
    private Optional<ProcessHandle> executor(Fault fault) {
        List<ProcessHandle> executors = pick(estate.runners(), fault).executors();
        return executors.isEmpty() ? Optional.empty() : Optional.of(pick(executors, fault));
    }

    private void kill(ProcessHandle executor) {
        log.add(Count.EXECUTOR_KILL, "executor %d was killed".formatted(executor.pid()));
        executor.destroyForcibly();
    }

    private void stop(ProcessHandle executor, Fault fault) throws InterruptedException {
        log.add(Count.EXECUTOR_STOP, "executor %d was stopped".formatted(executor.pid()));
        Signals.stop(executor);
        try {
            Thread.sleep(fault.lasting());
        } finally {
            Signals.goOn(executor);
        }
        log.add(Count.OVER, "executor %d goes on".formatted(executor.pid()));
    }

    private void preempt(Member target, Fault fault) throws IOException, InterruptedException {
        target.take(
                member -> {
                    log.add(Count.PREEMPTION, member.name() + " was told that its machine goes");
                    member.preempt();
                    Thread.sleep(fault.lasting());
                    member.start();
                    log.add(Count.OVER, member.name() + " started again");
                });
    }

    private void reset(Link link) {
        log.add(Count.CUT, "connections of %s were reset".formatted(link.name()));
        link.proxy().reset();
    }

    private void weather(Fault fault, Weather weather, String word) throws InterruptedException {
        Link link = pick(estate.links(), fault);
        if (!busy.add(link)) {
            return;
        }
        try {
            log.add(Count.CUT, "connections of %s are %s".formatted(link.name(), word));
            link.proxy().become(weather);
            Thread.sleep(fault.lasting());
        } finally {
            link.proxy().become(Weather.CLEAR);
            log.add(Count.OVER, "connections of %s are well".formatted(link.name()));
            busy.remove(link);
        }
    }

    private void restart(Shutdown how) throws IOException {
        var postgres = estate.postgres().orElseThrow();
        log.add(Count.RESTART, "postgres was stopped, " + how);
        postgres.restart(how);
        log.add(Count.OVER, "postgres started again");
    }

    private void fillDisk(Fault fault) throws IOException, InterruptedException {
        if (estate.disks().isEmpty()) {
            return;
        }
        SmallDisk disk = pick(estate.disks(), fault);
        if (!busy.add(disk)) {
            return;
        }
        String name = String.valueOf(disk.directory().getFileName());
        try {
            if (disk.fill()) {
                log.add(Count.FULL_DISK, "the disk of %s is full".formatted(name));
                Thread.sleep(fault.lasting());
            }
        } finally {
            disk.free();
            log.add(Count.OVER, "the disk of %s has room again".formatted(name));
            busy.remove(disk);
        }
    }
}
