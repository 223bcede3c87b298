package dev.baton.blobs.files;

import dev.baton.blobs.AppendResult;
import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.JobEpoch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The logs that were written to last, kept open: at most so many, besides those in use at the moment.
final class OpenLogs {
    private static final Logger LOG = LoggerFactory.getLogger(OpenLogs.class);

    /// Each keeps a thread of the machine busy; the disk serves those of many logs together.
    private static final int SYNCS_AT_ONCE = 16;

    /// An open log and how many threads use it. One that is dropped is closed by the last of them.
    private static final class Entry {
        final OpenLog log;
        int users;
        boolean dropped;

        Entry(OpenLog log) {
            this.log = log;
        }
    }

    private final Layout layout;
    private final Disk disk;
    private final int mostOpen;
    private final Semaphore syncs = new Semaphore(SYNCS_AT_ONCE);
    private final ReentrantLock lock = new ReentrantLock();

    /// The one used longest ago first.
    private final Map<JobEpoch, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private boolean closed;

    OpenLogs(Layout layout, Disk disk, int mostOpen) {
        this.layout = layout;
        this.disk = disk;
        this.mostOpen = mostOpen;
    }

    <T> T exclusively(JobEpoch key, OpenLog.Work<T> work) throws IOException {
        Entry entry = take(key);
        try {
            return entry.log.exclusively(work);
        } finally {
            giveBack(entry);
        }
    }

    /// Appends, and returns when what is answered is on disk.
    AppendResult append(JobEpoch key, long offset, ByteBuffer bytes, long maxBytes)
            throws IOException {
        Entry entry = take(key);
        try {
            OpenLog log = entry.log;
            boolean again = log.isSuspect();
            var result = log.exclusively(file -> file.append(offset, bytes, maxBytes, again));
            if (result instanceof Appended appended && disk == Disk.DURABLE) {
                sync(log, appended.size());
            }
            return result;
        } finally {
            giveBack(entry);
        }
    }

    private void sync(OpenLog log, long size) throws IOException {
        syncs.acquireUninterruptibly();
        try {
            log.sync(disk, size);
        } finally {
            syncs.release();
        }
    }

    /// Closes the logs that fit, each as soon as nobody uses it.
    void drop(Predicate<JobEpoch> which) {
        closeAll(locked(() -> remove(which)));
    }

    void close() {
        closeAll(
                locked(
                        () -> {
                            closed = true;
                            return remove(_ -> true);
                        }));
    }

    private Entry take(JobEpoch key) {
        lock.lock();
        try {
            if (closed) {
                throw new BlobException(Code.CLOSED, "the blob store is closed");
            }
            Entry entry = entries.computeIfAbsent(key, k -> new Entry(new OpenLog(k, layout)));
            entry.users++;
            return entry;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Entry entry) {
        closeAll(
                locked(
                        () -> {
                            entry.users--;
                            return entry.dropped && entry.users == 0
                                    ? List.of(entry.log)
                                    : removeSurplus();
                        }));
    }

    private List<OpenLog> remove(Predicate<JobEpoch> which) {
        var idle = new ArrayList<OpenLog>();
        for (var all = entries.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (which.test(entry.log.key())) {
                all.remove();
                entry.dropped = true;
                if (entry.users == 0) {
                    idle.add(entry.log);
                }
            }
        }
        return idle;
    }

    private List<OpenLog> removeSurplus() {
        if (entries.size() <= mostOpen) {
            return List.of();
        }
        var surplus = new ArrayList<OpenLog>();
        for (var oldest = entries.values().iterator();
                entries.size() > mostOpen && oldest.hasNext(); ) {
            Entry entry = oldest.next();
            if (entry.users == 0) {
                oldest.remove();
                surplus.add(entry.log);
            }
        }
        return surplus;
    }

    /// Closing a file may wait for the disk: it is not done under the lock.
    private static void closeAll(List<OpenLog> logs) {
        for (OpenLog log : logs) {
            try {
                log.close();
            } catch (IOException e) {
                LOG.warn(
                        "log could not be closed job={} epoch={}",
                        log.key().job(),
                        log.key().epoch(),
                        e);
            }
        }
    }

    private List<OpenLog> locked(Supplier<List<OpenLog>> change) {
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }
}
