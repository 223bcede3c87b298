package dev.baton.blobs.files;

import static dev.baton.blobs.Bytes.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.JobEpoch;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;

/// Whether log bytes are on disk when they are answered, as the JVM tells it.
class LogSyncTest {
    private static final JobEpoch KEY = new JobEpoch(123_456, 3);

    @TempDir private Path directory;

    /// How often the log was synced by some work.
    private long syncs(Runnable work) throws IOException {
        try (var recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            work.run();
            recording.stop();
            var dump = directory.resolve("recording.jfr");
            recording.dump(dump);
            return RecordingFile.readAllEvents(dump).stream()
                    .filter(event -> event.getString("path").endsWith("/123456/3/log"))
                    .count();
        }
    }

    @Test
    void appended_bytes_are_synced_before_they_are_answered() throws IOException {
        try (var store = FileBlobStore.open(directory.resolve("blobs"), BlobLimits.DEFAULTS)) {
            assertThat(syncs(() -> store.logs().append(KEY, 0, bytes("hello")))).isEqualTo(1);
            assertThat(syncs(() -> store.logs().append(KEY, 5, bytes("more")))).isEqualTo(1);
            // What is on disk already costs nothing.
            assertThat(syncs(() -> store.logs().append(KEY, 0, bytes("hello")))).isZero();
        }
        try (var next = FileBlobStore.open(directory.resolve("blobs"), BlobLimits.DEFAULTS)) {
            // The one before may have died between its append and its sync.
            assertThat(syncs(() -> next.logs().append(KEY, 5, bytes("more")))).isEqualTo(1);
        }
    }

    @Test
    void those_who_append_at_the_same_time_share_syncs() throws IOException {
        try (var store = FileBlobStore.open(directory.resolve("blobs"), BlobLimits.DEFAULTS)) {
            store.logs().append(KEY, 0, new byte[1_000]);
            long syncs =
                    syncs(
                            () -> {
                                try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                                    for (int i = 0; i < 100; i++) {
                                        int offset = 1_000 + i;
                                        threads.execute(() -> appendInTurn(store, offset));
                                    }
                                }
                            });
            assertThat(syncs).isBetween(1L, 100L);
            assertThat(store.logs().status(KEY).size()).isEqualTo(1_100);
        }
    }

    private static void appendInTurn(FileBlobStore store, int offset) {
        while (!(store.logs().append(KEY, offset, new byte[1])
                instanceof dev.baton.blobs.AppendResult.Appended)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void what_need_not_outlive_the_machine_is_not_synced() throws IOException {
        try (var store =
                FileBlobStore.open(
                        directory.resolve("blobs"), BlobLimits.DEFAULTS, Disk.CARELESS)) {
            assertThat(syncs(() -> store.logs().append(KEY, 0, bytes("hello")))).isZero();
        }
    }
}
