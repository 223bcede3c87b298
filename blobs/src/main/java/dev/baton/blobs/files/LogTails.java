package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.LogStatus;
import dev.baton.blobs.LogTail;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/// The readers that follow logs. A log that nobody follows costs nothing but a look into a map.
final class LogTails {
    private record Followed(Bell bell, int tails) {}

    private final ConcurrentMap<JobEpoch, Followed> followed = new ConcurrentHashMap<>();
    private final Function<JobEpoch, LogStatus> status;
    private volatile boolean closed;

    LogTails(Function<JobEpoch, LogStatus> status) {
        this.status = status;
    }

    LogTail open(JobEpoch key) {
        Followed log =
                followed.merge(
                        key,
                        new Followed(new Bell(), 1),
                        (shared, _) -> new Followed(shared.bell, shared.tails + 1));
        var tail = new Tail(key, log.bell);
        if (closed) {
            tail.close();
            throw new BlobException(Code.CLOSED, "the blob store is closed");
        }
        return tail;
    }

    /// The log grew or was sealed.
    void ring(JobEpoch key) {
        Followed log = followed.get(key);
        if (log != null) {
            log.bell.ring();
        }
    }

    void wake(Predicate<JobEpoch> which) {
        followed.forEach(
                (key, log) -> {
                    if (which.test(key)) {
                        log.bell.wake();
                    }
                });
    }

    void wake(JobEpoch key) {
        Followed log = followed.get(key);
        if (log != null) {
            log.bell.wake();
        }
    }

    void close() {
        closed = true;
        followed.values().forEach(log -> log.bell.close());
    }

    private final class Tail implements LogTail {
        private final JobEpoch key;
        private final Bell bell;
        private long wakesSeen;
        private boolean left;

        Tail(JobEpoch key, Bell bell) {
            this.key = key;
            this.bell = bell;
            wakesSeen = bell.heard().wakes();
        }

        @Override
        public LogStatus await(long offset, Duration longest) throws InterruptedException {
            long nanos = TimeUnit.NANOSECONDS.convert(longest);
            while (true) {
                Bell.Heard before = bell.heard();
                LogStatus now = status.apply(key);
                boolean woken = before.wakes() != wakesSeen;
                if (now.size() > offset || now.sealed() || woken || nanos <= 0) {
                    wakesSeen = before.wakes();
                    return now;
                }
                nanos = bell.await(before, nanos);
            }
        }

        @Override
        public void close() {
            if (!left) {
                left = true;
                followed.computeIfPresent(
                        key,
                        (_, log) -> log.tails == 1 ? null : new Followed(log.bell, log.tails - 1));
            }
        }
    }
}
