package dev.baton.supervisor;

import dev.baton.sandbox.Box;
import dev.baton.sandbox.Exit;
import dev.baton.supervisor.StatusFile.Phase;
import dev.baton.supervisor.notice.Notices;
import dev.baton.supervisor.notice.TerminationNotice;
import dev.baton.worker.SupervisorMessage.GracefulTermination;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Stays with a worker until nothing of it is left. Told to end it, it asks in the worker's own words, then by TERM, then kills, and
/// none of these takes longer than it may.
final class Watching {
    private static final Logger log = LoggerFactory.getLogger(Watching.class);
    private static final Duration LOOK = Duration.ofMillis(50);

    /// What a worker ends with that was killed because it hung.
    private static final int KILLED = 137;

    private final SupervisorConfig.Termination terms;
    private final Notices notices;
    private final InstantSource clock;
    private final StatusFile status;
    private final @Nullable TokenFile token;

    /// What the worker was told last.
    private Optional<TerminationNotice> told = Optional.empty();

    private long toldAt;
    private long endBy = Long.MAX_VALUE;

    Watching(
            SupervisorConfig.Termination terms,
            Notices notices,
            InstantSource clock,
            StatusFile status,
            @Nullable TokenFile token) {
        this.terms = terms;
        this.notices = notices;
        this.clock = clock;
        this.status = status;
        this.token = token;
    }

    /// Stays until nothing is left of it.
    ///
    /// @return how it ended
    int watch(WorkerLife life, Box box, Counts counts) throws InterruptedException {
        Optional<Exit> exit = life.await(Duration.ZERO);
        boolean hung = false;
        while (exit.isEmpty()) {
            long now = System.nanoTime();
            hung = !life.look(now);
            if (hung || (told.isPresent() && now - endBy >= 0)) {
                break;
            }
            if (!notices.heard().equals(told)) {
                tell(life, now);
            }
            if (token != null) {
                token.handOver(life);
            }
            exit = life.await(LOOK);
        }
        if (hung) {
            log.error("worker gives no sign of life, killed pid={}", life.pid());
        } else if (exit.isEmpty()) {
            log.warn("worker has not ended in time, gets TERM pid={}", life.pid());
        }
        // Also what it left behind.
        box.end(exit.isPresent() ? Duration.ZERO : left(terms.killGrace()));
        if (told.isPresent()) {
            counts.drained((System.nanoTime() - toldAt) / 1_000_000);
        }
        int code = exit.or(() -> ended(life)).orElseGet(() -> new Exit(KILLED)).code();
        return hung ? KILLED : code;
    }

    private static Optional<Exit> ended(WorkerLife life) {
        try {
            return life.await(Duration.ZERO);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void tell(WorkerLife life, long now) {
        TerminationNotice notice = notices.heard().orElseThrow();
        if (told.isEmpty()) {
            toldAt = now;
            status.phase(Phase.ENDING, life.pid());
        }
        told = Optional.of(notice);
        Instant deadline = notice.deadline();
        Duration left = deadline == null ? null : Duration.between(clock.instant(), deadline);
        if (life.tell(new GracefulTermination(notice.finishTasks(), atLeastZero(left)))) {
            log.info("worker was told to end finish_tasks={}", notice.finishTasks());
            endBy = now + within(notice.finishTasks() ? terms.finishGrace() : terms.grace(), left);
        } else {
            log.info("worker knows no graceful termination, gets TERM pid={}", life.pid());
            endBy = now;
        }
    }

    /// The grace, or less if the machine is gone before: enough must be left to kill in.
    private long within(Duration grace, @Nullable Duration left) {
        Duration most = left == null ? grace : left.minus(terms.killGrace());
        Duration shorter = most.compareTo(grace) < 0 ? most : grace;
        return shorter.isNegative() ? 0 : shorter.toNanos();
    }

    private static @Nullable Duration atLeastZero(@Nullable Duration left) {
        return left != null && left.isNegative() ? Duration.ZERO : left;
    }

    /// From TERM to KILL. A worker that knows no other way to be told has all of the grace for it.
    private Duration left(Duration killGrace) {
        return told.isPresent() && endBy == toldAt ? terms.grace() : killGrace;
    }
}
