package dev.baton.server.http;

import dev.baton.server.http.MemoryBudget.Share;

import java.time.Duration;

/// What one request holds of the [MemoryBudget], until it is answered. Of one thread, apart from [#release].
final class HeldMemory {
    /// Longer than almost any request takes that holds much.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final MemoryBudget budget;
    private Share share = Share.USERS;
    private long held;
    private long parsing;
    private boolean over;

    HeldMemory(MemoryBudget budget) {
        this.budget = budget;
    }

    /// From now on it is held from this share. Before anything is.
    void from(Share other) {
        if (held > 0) {
            throw new IllegalStateException("something is held already");
        }
        share = other;
    }

    /// Holds so much more, or ends the request: it may be tried again, unless there can never be room for it.
    void hold(long bytes) {
        take(share, held, bytes);
        synchronized (this) {
            if (!over) {
                held += bytes;
                return;
            }
        }
        budget.release(share, bytes);
    }

    /// The same for what is made of a text that is there as a whole.
    void holdToParse(long bytes) {
        if (share != Share.USERS) {
            hold(bytes);
            return;
        }
        take(Share.PARSING, parsing, bytes);
        synchronized (this) {
            if (!over) {
                parsing += bytes;
                return;
            }
        }
        budget.release(Share.PARSING, bytes);
    }

    private void take(Share from, long before, long bytes) {
        if (before + bytes > budget.most(from)) {
            throw Problem.of(
                            413,
                            "TOO_LARGE",
                            "the request needs about %d bytes of memory, at most %d are there for it; ask for less at once, or raise limits.memory_bytes"
                                    .formatted(before + bytes, budget.most(from)))
                    .asException();
        }
        try {
            if (!budget.hold(from, bytes, LONGEST_WAIT.toNanos())) {
                throw overloaded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw overloaded();
        }
    }

    private static ProblemException overloaded() {
        return Problem.of(
                        503,
                        "OVERLOADED",
                        "other requests hold the memory that there is for requests; try again later")
                .withHeader("Retry-After", "1")
                .asException();
    }

    /// Gives back a part of what is held.
    void giveBack(long bytes) {
        synchronized (this) {
            if (over) {
                return;
            }
            held -= bytes;
        }
        budget.release(share, bytes);
    }

    /// The request is over. Does its work once.
    void release() {
        long all;
        long parsed;
        synchronized (this) {
            over = true;
            all = held;
            held = 0;
            parsed = parsing;
            parsing = 0;
        }
        budget.release(share, all);
        budget.release(Share.PARSING, parsed);
    }
}
