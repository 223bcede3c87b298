package dev.baton.workspace;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Keeps a cache within its bound. Nobody counts for all processes: each looks at the directory when it may be full, and
/// after every sixteenth part of the bound that it added itself.
final class CacheSpace {
    private static final Logger LOG = LoggerFactory.getLogger(CacheSpace.class);

    /// What is left over from a process that died is older than any upload that is still under way.
    private static final Duration LEFT_OVER_AFTER = Duration.ofDays(1);

    private static final int PARTS = 16;

    private final Path root;
    private final long mostBytes;
    private long total = -1;
    private long addedSinceLook;

    CacheSpace(Path root, long mostBytes) {
        if (mostBytes < 1) {
            throw new IllegalArgumentException(
                    "expected a cache of 1 byte or more, got %d".formatted(mostBytes));
        }
        this.root = root;
        this.mostBytes = mostBytes;
    }

    private record Kept(Path place, long size, long usedAt) {}

    /// Deletes what was never completed.
    void clear(Instant now) throws IOException {
        try (var staged = Files.list(root.resolve("tmp"))) {
            for (Path path : staged.toList()) {
                Instant since = Files.getLastModifiedTime(path).toInstant();
                if (since.isBefore(now.minus(LEFT_OVER_AFTER))) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    /// Makes room after something was added, which is not what goes.
    synchronized void added(Path place, long size) throws IOException {
        total += size;
        addedSinceLook += size;
        if (total < size || total > mostBytes || addedSinceLook > mostBytes / PARTS) {
            makeRoom(place);
        }
    }

    private void makeRoom(Path spared) throws IOException {
        try (var channel = FileChannel.open(root.resolve("lock"), CREATE, WRITE);
                var lock = channel.tryLock()) {
            if (lock != null) {
                evict(spared);
            }
        } catch (OverlappingFileLockException _) {
            LOG.debug("another cache of this process makes room directory={}", root);
        }
    }

    private void evict(Path spared) throws IOException {
        List<Kept> kept = look();
        long bytes = kept.stream().mapToLong(Kept::size).sum();
        addedSinceLook = 0;
        if (bytes > mostBytes) {
            long wanted = mostBytes - mostBytes / PARTS;
            long before = bytes;
            kept.sort(Comparator.comparingLong(Kept::usedAt));
            for (Kept oldest : kept) {
                if (bytes <= wanted) {
                    break;
                }
                if (!oldest.place.equals(spared)) {
                    Files.deleteIfExists(oldest.place);
                    bytes -= oldest.size;
                }
            }
            LOG.info("contents evicted bytes={} left={}", before - bytes, bytes);
        }
        total = bytes;
    }

    private List<Kept> look() throws IOException {
        var kept = new ArrayList<Kept>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        return directory.endsWith("tmp")
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (!file.endsWith("lock")) {
                            kept.add(
                                    new Kept(
                                            file,
                                            attributes.size(),
                                            attributes.lastModifiedTime().toMillis()));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) {
                        return FileVisitResult.CONTINUE; // evicted by another process
                    }
                });
        return kept;
    }
}
