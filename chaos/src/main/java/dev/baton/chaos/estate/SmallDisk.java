package dev.baton.chaos.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file system of our own in memory, which can be made full: it is made as small as what is on it.
public final class SmallDisk implements AutoCloseable {
    private static final long WHOLE_BYTES = 2L << 30;

    /// Enough for something to be begun, and not to be ended.
    private static final long LAST_BYTES = 64 << 10;

    private static final int TRIES = 5;

    private final Path directory;
    private final long bytes;
    private final Thread unmountAtExit;

    private SmallDisk(Path directory, long bytes) {
        this.directory = directory;
        this.bytes = bytes;
        unmountAtExit = Thread.ofPlatform().name("disk-unmount").unstarted(this::unmountBusy);
        Runtime.getRuntime().addShutdownHook(unmountAtExit);
    }

    /// Makes one, if we may: that takes an administrator.
    static Optional<SmallDisk> mount(Path directory) throws IOException {
        return mount(directory, WHOLE_BYTES);
    }

    /// Makes one of this size, if we may.
    static Optional<SmallDisk> mount(Path directory, long bytes) throws IOException {
        Files.createDirectories(directory);
        int status = run("mount", "-t", "tmpfs", "-o", size(bytes), "tmpfs", directory.toString());
        return status == 0 ? Optional.of(new SmallDisk(directory, bytes)) : Optional.empty();
    }

    public Path directory() {
        return directory;
    }

    /// Leaves hardly any room. What is on it may grow meanwhile, and then it is tried again.
    ///
    /// @return whether it is full now
    public boolean fill() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            FileStore store = Files.getFileStore(directory);
            long used = store.getTotalSpace() - store.getUnallocatedSpace();
            if (resize(used + LAST_BYTES) == 0) {
                return true;
            }
        }
        return false;
    }

    /// Leaves so much room and no more.
    public void shrinkTo(long freeBytes) throws IOException {
        FileStore store = Files.getFileStore(directory);
        long used = store.getTotalSpace() - store.getUnallocatedSpace();
        if (resize(used + freeBytes) != 0) {
            throw new IOException("%s could not be made smaller".formatted(directory));
        }
    }

    /// How much room there is.
    public long freeBytes() throws IOException {
        return Files.getFileStore(directory).getUnallocatedSpace();
    }

    public void free() throws IOException {
        if (resize(bytes) != 0) {
            throw new IOException("%s could not be freed".formatted(directory));
        }
    }

    private int resize(long bytes) throws IOException {
        return run("mount", "-o", "remount," + size(bytes), directory.toString());
    }

    private static String size(long bytes) {
        return "size=" + bytes;
    }

    private static int run(String... command) throws IOException {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Copies what is on it to a directory beside it, for it is gone with its disk.
    void copyBeside() throws IOException {
        run("cp", "-a", directory.toString(), directory + ".kept");
    }

    /// Gone for whoever looks from now on, also if somebody still uses it.
    private void unmountBusy() {
        try {
            run("umount", "-l", directory.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(unmountAtExit);
        } catch (IllegalStateException alreadyExiting) {
            return; // the hook does it
        }
        unmountBusy();
    }
}
