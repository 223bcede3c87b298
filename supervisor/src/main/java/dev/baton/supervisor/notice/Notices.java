package dev.baton.supervisor.notice;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Everything that was heard about the end, as one notice. Each source has a thread, so that none waits for another.
public final class Notices implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Notices.class);

    private final List<Thread> threads = new ArrayList<>();
    private @Nullable TerminationNotice heard;
    private boolean closed;

    /// Asks these from now on.
    public void ask(List<NoticeSource> sources, Duration interval) {
        for (NoticeSource source : sources) {
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("notice-" + source.name())
                            .start(() -> askAgain(source, interval)));
        }
    }

    /// Somebody said so.
    public synchronized void tell(TerminationNotice notice) {
        TerminationNotice before = heard;
        heard = before == null ? notice : before.and(notice);
        if (!heard.equals(before)) {
            log.info(
                    "termination announced reason=\"{}\" finish_tasks={} deadline={}",
                    notice.reason(),
                    heard.finishTasks(),
                    heard.deadline());
            notifyAll();
        }
    }

    public synchronized Optional<TerminationNotice> heard() {
        return Optional.ofNullable(heard);
    }

    /// Waits until something else was heard than before.
    ///
    /// @return whether it was
    public synchronized boolean await(Optional<TerminationNotice> before, Duration longest)
            throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (heard().equals(before) && !closed) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return !closed;
    }

    private void askAgain(NoticeSource source, Duration interval) {
        boolean failing = false;
        try {
            while (true) {
                try {
                    source.ask().ifPresent(this::tell);
                    failing = false;
                } catch (IOException e) {
                    if (!failing) {
                        log.warn(
                                "source of notices could not be asked, asked again source={} cause={}",
                                source.name(),
                                e.toString());
                    }
                    failing = true;
                }
                Thread.sleep(interval);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        threads.forEach(Thread::interrupt);
    }
}
