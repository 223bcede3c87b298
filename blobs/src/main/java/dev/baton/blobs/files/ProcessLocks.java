package dev.baton.blobs.files;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/// One lock per file for all threads of this process, whichever store they use.
///
/// File locks do not do: they belong to the process, so that a second thread that asks for one fails instead of
/// waiting; and POSIX drops them as soon as the process closes *any* handle of the file. Whoever locks, opens or
/// closes a lock file therefore holds the lock from here.
final class ProcessLocks {
    private record Shared(ReentrantLock lock, int users) {}

    private static final ConcurrentMap<Path, Shared> LOCKS = new ConcurrentHashMap<>();

    private ProcessLocks() {}

    /// The lock for the file, the same for everyone until the last user has let go of it.
    static ReentrantLock use(Path file) {
        return LOCKS.merge(
                        file,
                        new Shared(new ReentrantLock(), 1),
                        (shared, _) -> new Shared(shared.lock, shared.users + 1))
                .lock;
    }

    static void letGo(Path file) {
        LOCKS.computeIfPresent(
                file,
                (_, shared) ->
                        shared.users == 1 ? null : new Shared(shared.lock, shared.users - 1));
    }
}
