package dev.baton.runner;

import dev.baton.runner.journal.Directories;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The directory of a runner, which it has for itself.
final class DataDirectory implements AutoCloseable {
    private final Path root;
    private final FileChannel lockFile;

    private DataDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /// @throws RunnerException if another process has it
    static DataDirectory open(Path path) {
        try {
            Path root = Directories.create(path.toAbsolutePath().normalize());
            var lockFile =
                    FileChannel.open(
                            root.resolve("runner.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (!isLocked(lockFile)) {
                lockFile.close();
                throw new RunnerException("another runner works in " + root);
            }
            var directory = new DataDirectory(root, lockFile);
            Files.writeString(directory.pidFile(), ProcessHandle.current().pid() + "\n");
            return directory;
        } catch (IOException e) {
            throw new RunnerException("cannot work in %s: %s".formatted(path, e), e);
        }
    }

    private static boolean isLocked(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /// The process to signal.
    Path pidFile() {
        return root.resolve("runner.pid");
    }

    Path leases() {
        return root.resolve("leases");
    }

    Path contents() {
        return root.resolve("contents");
    }

    /// Of executors.
    Path sockets() {
        return root.resolve("sockets");
    }

    Path sandbox() {
        return root.resolve("sandbox");
    }

    /// The directories of jobs, empty: nothing goes on in what an earlier process left.
    Path emptyWork() {
        Path work = root.resolve("work");
        try {
            Directories.create(work);
            Directories.children(work).forEach(Directories::delete);
            return work;
        } catch (IOException e) {
            throw new RunnerException("cannot clear %s: %s".formatted(work, e), e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(pidFile());
            lockFile.close();
        } catch (IOException e) {
            throw new RunnerException("cannot leave %s: %s".formatted(root, e), e);
        }
    }
}
