package dev.baton.sandbox;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Ends the processes of a box. For platform threads, as it waits in the kernel.
final class Ending {
    private static final Logger log = LoggerFactory.getLogger(Ending.class);

    /// Of how many processes the end wakes us; of others we learn when we look again.
    private static final int MOST_AWAITED = 64;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    /// How often we look for somebody who was missed while only zombies can be seen, and how long we wait each time.
    private static final int SETTLE_ROUNDS = 30;

    private static final int SETTLE_ROUND_MILLIS = 2;

    /// How long we go on while nobody new is found: who is not dead by then waits for a device that does not answer.
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

    private final Census census;
    private final Roll roll;

    Ending(Census census, Roll roll) {
        this.census = census;
        this.roll = roll;
    }

    /// Asks all that are there now to end, and gives them time. What they start meanwhile, to clean up, is left alone.
    ///
    /// @param listens of those that understand it
    void ask(Duration grace, Predicate<ProcessEntry> listens) throws InterruptedException {
        Duration end = Kernel.uptime().plus(grace);
        List<ProcessEntry> alive = census.alive(roll);
        for (ProcessEntry process : alive) {
            if (listens.test(process)) {
                send(process, Signal.TERM);
                send(process, Signal.CONT);
            }
        }
        while (!alive.isEmpty()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Duration left = end.minus(Kernel.uptime());
            if (!left.isPositive()) {
                return;
            }
            awaitOne(alive, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
            alive = census.alive(roll);
        }
    }

    /// Kills all, and returns when nothing is left. Those who are found are stopped before the first of them is killed, so that
    /// none can react to the end of another.
    void kill() {
        census.leave(roll);
        Set<ProcessEntry.Id> killed = new HashSet<>();
        Duration newest = Kernel.uptime();
        while (Kernel.uptime().minus(newest).compareTo(KILL_PATIENCE) < 0) {
            // First those who may be running away from us: each of them is gone when a whole table
            // was read.
            census.strangers(roll).stream().filter(this::isNamed).forEach(this::stop);
            List<ProcessEntry> alive = census.alive(roll);
            if (alive.isEmpty()) {
                if (settle()) {
                    return;
                }
                continue;
            }
            alive.forEach(this::stop);
            for (ProcessEntry process : alive) {
                send(process, Signal.KILL);
                if (killed.add(process.id())) {
                    newest = Kernel.uptime();
                }
            }
            // Zombies by the thousand would make each look slower, until a fork bomb is quicker
            // than we are.
            census.settle(roll);
            awaitOne(alive, LOOK_AGAIN);
        }
        log.error(
                "processes could not be killed box={} pids={}",
                roll.marker().value(),
                census.alive(roll).stream().map(ProcessEntry::pid).toList());
    }

    /// Kills what closed boxes left behind.
    static void killStrays(Census census, String instance) {
        List<ProcessEntry> strays = census.strays(instance);
        if (!strays.isEmpty()) {
            log.warn(
                    "killed what a closed box left pids={}",
                    strays.stream().map(ProcessEntry::pid).toList());
            strays.forEach(stray -> send(stray, Signal.KILL));
        }
    }

    private boolean isNamed(ProcessEntry process) {
        return !process.isZombie()
                && ProcessTable.markerOf(process.pid()).filter(roll.marker()::equals).isPresent();
    }

    private void stop(ProcessEntry process) {
        send(process, Signal.STOP);
    }

    /// Whoever runs away is alive at each moment, and on the list that is read here; to be missed each time is too much luck.
    ///
    /// @return whether nothing is left; else somebody was missed
    private boolean settle() {
        for (int round = 0; round < SETTLE_ROUNDS; round++) {
            if (census.settle(roll)) {
                return true;
            }
            if (census.strangers(roll).stream().anyMatch(stranger -> !stranger.isZombie())) {
                return false;
            }
            Kernel.poll(SETTLE_ROUND_MILLIS);
        }
        return true;
    }

    /// Looks again before it sends: the process may have ended, and its id may be another's.
    private static void send(ProcessEntry process, Signal signal) {
        if (ProcessEntry.read(process.pid())
                .filter(now -> now.id().equals(process.id()))
                .isPresent()) {
            Kernel.signal(process.pid(), signal);
        }
    }

    /// Waits until one of these has ended.
    private static void awaitOne(Collection<ProcessEntry> processes, Duration longest) {
        List<Integer> open = new ArrayList<>();
        try {
            for (ProcessEntry process : processes) {
                int pidfd = open.size() < MOST_AWAITED ? Kernel.openProcess(process.pid()) : -1;
                if (pidfd >= 0) {
                    open.add(pidfd);
                }
            }
            if (open.size() == Math.min(processes.size(), MOST_AWAITED)) {
                Kernel.poll(
                        Math.toIntExact(longest.plusNanos(999_999).toMillis()),
                        open.stream().mapToInt(Integer::intValue).toArray());
            }
        } finally {
            open.forEach(Kernel::close);
        }
    }
}
