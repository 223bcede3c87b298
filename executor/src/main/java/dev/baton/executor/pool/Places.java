package dev.baton.executor.pool;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The slots of the processes that are ready: each call takes one, of the process that has the fewest. Any thread may call it.
///
/// @param <P> a process
final class Places<P> {
    private final int perProcess;
    private final Runnable changed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final List<Desk<P>> ready = new ArrayList<>();
    private int taken;
    private boolean isClosed;
    private boolean isHopeless;

    /// A process and how many calls it has.
    private static final class Desk<P> {
        private final P process;
        private int calls;

        private Desk(P process) {
            this.process = process;
        }
    }

    /// @param changed called when there are more or fewer slots in all; must not block
    Places(int perProcess, Runnable changed) {
        this.perProcess = perProcess;
        this.changed = changed;
    }

    void add(P process) {
        lock.lock();
        try {
            ready.add(new Desk<>(process));
            isHopeless = false;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        changed.run();
    }

    /// Nothing more is sent to it.
    void remove(P process) {
        lock.lock();
        try {
            ready.removeIf(desk -> desk.process.equals(process));
        } finally {
            lock.unlock();
        }
        changed.run();
    }

    /// Waits for a slot.
    ///
    /// @return null if there is none in this time, or none to be expected
    @Nullable P take(Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lockInterruptibly();
        try {
            while (!isClosed) {
                Desk<P> free =
                        ready.stream()
                                .filter(desk -> desk.calls < perProcess)
                                .min(Comparator.comparingInt(desk -> desk.calls))
                                .orElse(null);
                if (free != null) {
                    free.calls++;
                    taken++;
                    return free.process;
                }
                if (left <= 0 || (isHopeless && ready.isEmpty())) {
                    return null;
                }
                left = moved.awaitNanos(left);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    void giveBack(P process) {
        lock.lock();
        try {
            taken--;
            for (Desk<P> desk : ready) {
                if (desk.process.equals(process)) {
                    desk.calls--;
                }
            }
            moved.signal();
            if (taken == 0 && isClosed) {
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    Slots slots() {
        lock.lock();
        try {
            int total = isClosed ? 0 : ready.size() * perProcess;
            int used = ready.stream().mapToInt(desk -> desk.calls).sum();
            return new Slots(Math.max(0, total - used), total);
        } finally {
            lock.unlock();
        }
    }

    /// Whether no process is ready, and none is to be expected.
    boolean isHopeless() {
        lock.lock();
        try {
            return isClosed || (isHopeless && ready.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /// The executor rests: whoever waits for its processes need not.
    void rest() {
        lock.lock();
        try {
            isHopeless = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isResting() {
        lock.lock();
        try {
            return isHopeless && ready.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// No more calls are taken.
    void close() {
        lock.lock();
        try {
            isClosed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        changed.run();
    }

    /// Waits until no slot is taken, but only so long.
    void awaitIdle(Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lockInterruptibly();
        try {
            while (taken > 0 && left > 0) {
                left = moved.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until a process is ready, but only so long.
    boolean awaitReady(Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lockInterruptibly();
        try {
            while (ready.isEmpty() && left > 0) {
                left = moved.awaitNanos(left);
            }
            return !ready.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
