package dev.baton.server.stream;

import dev.baton.store.Pending;
import dev.baton.store.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/// The frames of one stream that wait for their commit, in order. While one is committed the next one is read, so that the engine has
/// something to do when it is done.
///
/// Any thread may call it.
final class Answers {
    /// One is committed, one is read. More would only wait where they cannot be slowed down.
    private static final int MOST_DUE = 2;

    private final Giver giver;
    private final Runnable demand;
    private final Queue<Due> due = new ArrayDeque<>();
    private boolean giving;
    private boolean reading;

    private record Due(FrameWork work, @Nullable Pending<List<Reply>> pending) {}

    /// Answers a frame.
    @FunctionalInterface
    interface Giver {
        /// Waits for the commit and says what came of it.
        ///
        /// @param pending what comes of it; null if there is nothing to be committed
        void answer(FrameWork work, @Nullable Pending<List<Reply>> pending);
    }

    /// @param demand asks for the next frame
    Answers(Giver giver, Runnable demand) {
        this.giver = giver;
        this.demand = demand;
    }

    /// A frame came that was asked for.
    synchronized void heard() {
        reading = false;
    }

    /// A frame is on its way to its commit.
    ///
    /// @return whether somebody has to [#giveAll], because nobody does
    synchronized boolean add(FrameWork work, @Nullable Pending<List<Reply>> pending) {
        due.add(new Due(work, pending));
        boolean starts = !giving;
        giving = true;
        return starts;
    }

    /// Whether an answer is due that takes along what has to be said.
    synchronized boolean areDue() {
        return giving;
    }

    /// Asks for the next frame, unless that was done or enough are due.
    void readOn() {
        synchronized (this) {
            if (reading || due.size() >= MOST_DUE) {
                return;
            }
            reading = true;
        }
        demand.run();
    }

    /// Answers one after the other, until none is due.
    void giveAll() {
        for (Due next = first(); next != null; next = first()) {
            giver.answer(next.work, next.pending);
            synchronized (this) {
                due.remove();
            }
            readOn();
        }
    }

    private synchronized @Nullable Due first() {
        Due next = due.peek();
        giving = next != null;
        return next;
    }
}
