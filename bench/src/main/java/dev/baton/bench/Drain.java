package dev.baton.bench;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/// Jobs on their way from the queue to their end, and the proof that each got there once.
///
/// Shared by the runners that drain; they tell it what they finished.
final class Drain {
    private static final long STALL_SECONDS = 60;

    private final int wanted;
    private final long[] others;
    private final AtomicInteger left;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile long endedAt;

    /// @param wanted how many jobs have to be finished
    /// @param others jobs that may be finished meanwhile and do not count, in ascending order
    Drain(int wanted, long[] others) {
        this.wanted = wanted;
        this.others = others;
        left = new AtomicInteger(wanted);
    }

    boolean counts(long job) {
        return others.length == 0 || Arrays.binarySearch(others, job) < 0;
    }

    /// Called by a runner when this many more jobs that count are finished.
    void finished(int jobs) {
        if (jobs > 0 && left.addAndGet(-jobs) <= 0) {
            endedAt = System.nanoTime();
            over.countDown();
        }
    }

    void failed(Throwable cause) {
        failure.compareAndSet(null, cause);
        over.countDown();
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /// Waits for the last job.
    ///
    /// @return when that was
    long await() throws InterruptedException {
        int before = left.get();
        while (!over.await(STALL_SECONDS, TimeUnit.SECONDS)) {
            int now = left.get();
            if (now == before) {
                throw new BenchException(
                        "%d of %d jobs are left, and nothing happened for %d s"
                                .formatted(now, wanted, STALL_SECONDS));
            }
            before = now;
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new BenchException("a runner failed: " + cause.getMessage(), cause);
        }
        return endedAt;
    }

    /// Puts together what the runners finished, if no job was finished twice.
    ///
    /// @return the jobs that count, in ascending order
    long[] collect(LongStream finished) {
        long[] sorted = finished.sorted().toArray();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new BenchException("job_%d was finished twice".formatted(sorted[i]));
            }
        }
        return Arrays.stream(sorted).filter(this::counts).toArray();
    }
}
