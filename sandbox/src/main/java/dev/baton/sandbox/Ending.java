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

    /// How often we look for processes that are not stopped yet, before we kill those that are.
    private static final int STOP_ROUNDS = 100;

    /// What cannot be killed in this time waits for a device that does not answer.
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

    private final Census census;
    private final Roll roll;

    Ending(Census census, Roll roll) {
        this.census = census;
        this.roll = roll;
    }

    /// Asks all that are there now to end. What they start meanwhile, to clean up, is left alone until the grace is over.
    ///
    /// @param listens of those that understand it
    /// @return whether nothing is left
    boolean ask(Duration grace, Predicate<ProcessEntry> listens) throws InterruptedException {
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
                return false;
            }
            awaitOne(alive, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
            alive = census.alive(roll);
        }
        return true;
    }

    /// Kills all, and returns when nothing is left. They are stopped before the first is killed, so that none can react to the
    /// end of another.
    void kill() {
        Duration end = Kernel.uptime().plus(KILL_PATIENCE);
        while (true) {
            Collection<ProcessEntry> alive = stopAll();
            if (alive.isEmpty()) {
                break;
            }
            if (Kernel.uptime().compareTo(end) > 0) {
                log.error(
                        "processes could not be killed box={} pids={}",
                        roll.marker().value(),
                        alive.stream().map(ProcessEntry::pid).toList());
                break;
            }
            alive.forEach(process -> send(process, Signal.KILL));
            awaitOne(alive, LOOK_AGAIN);
        }
        census.reap(roll);
    }

    private Collection<ProcessEntry> stopAll() {
        Set<ProcessEntry.Id> stopped = new HashSet<>();
        List<ProcessEntry> alive = census.alive(roll);
        for (int round = 0; round < STOP_ROUNDS; round++) {
            int before = stopped.size();
            for (ProcessEntry process : alive) {
                if (stopped.add(process.id())) {
                    send(process, Signal.STOP);
                }
            }
            // Also when there was none: one that forks and ends in turn can slip through a table
            // while it is read.
            alive = census.alive(roll);
            if (stopped.size() == before || stopped.containsAll(ids(alive))) {
                break;
            }
        }
        return alive;
    }

    private static List<ProcessEntry.Id> ids(Collection<ProcessEntry> processes) {
        return processes.stream().map(ProcessEntry::id).toList();
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
