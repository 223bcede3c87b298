package dev.baton.blobs.files;

import dev.baton.blobs.ContentId;
import dev.baton.blobs.ContentResult;
import dev.baton.blobs.ContentResult.Kept;
import dev.baton.blobs.ContentResult.TooLarge;
import dev.baton.blobs.Intake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Contents that become durable in batches: synced side by side, so that the disk has to be waited for a few times
/// instead of once for each file, and only then put in their places.
final class FileIntake implements Intake {
    private static final int MOST_IN_BATCH = 512;
    private static final int SYNCS_AT_ONCE = 8;

    private final Layout layout;
    private final Staging staging;
    private final List<Arrived> batch = new ArrayList<>();
    private final Set<Path> directories = new LinkedHashSet<>();

    /// A content in staging, and where it belongs.
    private record Arrived(Path staged, Path place) {}

    FileIntake(Layout layout, Staging staging) {
        this.layout = layout;
        this.staging = staging;
    }

    @Override
    public ContentResult add(InputStream bytes, long maxBytes) {
        try (var staged = staging.newFile()) {
            if (!staged.receive(bytes, maxBytes, 0)) {
                return new TooLarge(maxBytes);
            }
            var id = new ContentId(staged.sha256(), staged.received());
            Path place = layout.content(id.sha256());
            directories.add(Directories.of(place));
            if (!Files.exists(place)) {
                batch.add(new Arrived(staged.leave(), place));
                if (batch.size() == MOST_IN_BATCH) {
                    keepBatch();
                }
            }
            return new Kept(id);
        } catch (IOException e) {
            throw Failure.of("take in content", e);
        }
    }

    @Override
    public void finish() {
        try {
            keepBatch();
            // Also where everything was there: whoever put it may not have come to this yet.
            for (Path directory : directories) {
                Files.createDirectories(directory);
                staging.disk().syncNames(directory);
            }
            if (!directories.isEmpty()) {
                staging.disk().syncNames(layout.contents(), layout.root());
            }
            directories.clear();
        } catch (IOException e) {
            throw Failure.of("keep content", e);
        }
    }

    @Override
    public void close() {
        try {
            for (Arrived arrived : batch) {
                Files.deleteIfExists(arrived.staged);
            }
            batch.clear();
        } catch (IOException e) {
            throw Failure.of("forget content", e);
        }
    }

    private void keepBatch() throws IOException {
        syncBatch();
        for (Arrived arrived : batch) {
            Files.createDirectories(Directories.of(arrived.place));
            Files.move(arrived.staged, arrived.place, StandardCopyOption.ATOMIC_MOVE);
        }
        batch.clear();
    }

    private void syncBatch() throws IOException {
        if (staging.disk() == Disk.CARELESS) {
            return;
        }
        if (batch.size() < 2) {
            for (Arrived arrived : batch) {
                sync(arrived.staged);
            }
            return;
        }
        List<Callable<Path>> syncs =
                batch.stream().<Callable<Path>>map(arrived -> () -> sync(arrived.staged)).toList();
        try (var executor = Executors.newFixedThreadPool(Math.min(SYNCS_AT_ONCE, batch.size()))) {
            for (Future<Path> done : executor.invokeAll(syncs)) {
                done.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while content was synced", e);
        } catch (ExecutionException e) {
            throw new IOException("a content could not be synced", e.getCause());
        }
    }

    private Path sync(Path staged) throws IOException {
        staging.disk().syncFile(staged);
        return staged;
    }
}
