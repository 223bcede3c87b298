package dev.baton.sandbox;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The loop of a sandbox. While boxes are open it takes a census every second, so that a process is known to be of its box before it
/// hides, ends what closed boxes left behind, sees to the guardian, and kills boxes whose time is over: sooner than the guardian, who is there if we are not.
final class Watch implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Watch.class);

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<Collection<ProcessBox>> boxes;
    private final Guardian guardian;
    private final Census census;
    private final String instance;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean hasChanged;
    private boolean isClosed;

    Watch(
            Supplier<Collection<ProcessBox>> boxes,
            Guardian guardian,
            Census census,
            String instance) {
        this.boxes = boxes;
        this.guardian = guardian;
        this.census = census;
        this.instance = instance;
    }

    @Override
    public void run() {
        Duration censusAt = Kernel.uptime();
        while (await(censusAt)) {
            Duration now = Kernel.uptime();
            if (now.compareTo(censusAt) >= 0) {
                // After a time without boxes, the first one has nobody to count yet.
                boolean isFirst = now.compareTo(censusAt.plus(PERIOD)) >= 0;
                censusAt = now.plus(PERIOD);
                takeCensus(isFirst);
            }
            boxes.get().forEach(this::look);
        }
    }

    private void takeCensus(boolean isFirst) {
        try {
            guardian.keepAlive();
            if (!isFirst) {
                census.take();
                Ending.killStrays(census, instance);
            }
        } catch (RuntimeException e) {
            log.error("census failed, goes on", e);
        }
    }

    private void look(ProcessBox box) {
        try {
            box.look(Kernel.uptime());
        } catch (RuntimeException e) {
            log.error("box could not be looked after, goes on", e);
        }
    }

    /// A box was opened or closed, or has another deadline.
    void wake() {
        lock.lock();
        try {
            hasChanged = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is something to do.
    ///
    /// @return whether to go on
    private boolean await(Duration censusAt) {
        Optional<Duration> next = next(censusAt);
        lock.lock();
        try {
            long left = next.map(at -> at.minus(Kernel.uptime()).toNanos()).orElse(Long.MAX_VALUE);
            while (!hasChanged && !isClosed && left > 0) {
                left = changed.awaitNanos(left);
            }
            hasChanged = false;
            return !isClosed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// When there is something to do; nothing while no box is open.
    private Optional<Duration> next(Duration censusAt) {
        return boxes.get().stream()
                .map(
                        box ->
                                box.deadline()
                                        .filter(at -> at.compareTo(censusAt) < 0)
                                        .orElse(censusAt))
                .min(Duration::compareTo);
    }
}
