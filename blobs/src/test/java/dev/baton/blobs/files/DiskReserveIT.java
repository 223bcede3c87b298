package dev.baton.blobs.files;

import static dev.baton.blobs.Bytes.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.blobs.Upload;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What becomes of a small disk that blobs would fill.
@Timeout(60)
class DiskReserveIT {
    private static final JobEpoch KEY = new JobEpoch(1, 1);
    private static final int PIECE = 64 << 10;
    private static final int RESERVE = 1 << 20;

    /// What the file system itself takes for names and partly filled blocks.
    private static final int SLACK = 128 << 10;

    @TempDir private Path directory;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString()) == 0,
                "to make a small disk takes an administrator");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private FileBlobStore open() {
        return FileBlobStore.open(
                disk.resolve("blobs"), BlobLimits.DEFAULTS, Disk.DURABLE, RESERVE);
    }

    private long free() throws IOException {
        return Files.getFileStore(disk).getUsableSpace();
    }

    @Test
    void blobs_leave_the_reserve_free_and_are_taken_again_when_there_is_room() throws Exception {
        try (var store = open()) {
            var upload = new byte[6 << 20];
            assertThatThrownBy(
                            () ->
                                    store.artifacts()
                                            .put(
                                                    new ArtifactKey(KEY, new ArtifactName("a")),
                                                    Upload.of(
                                                            new ByteArrayInputStream(upload),
                                                            upload.length)))
                    .matches(e -> ((BlobException) e).code() == Code.NO_SPACE);
            assertThatThrownBy(
                            () ->
                                    store.contents()
                                            .put(new ByteArrayInputStream(upload), upload.length))
                    .matches(e -> ((BlobException) e).code() == Code.NO_SPACE);
            assertThat(free()).isGreaterThan(RESERVE - SLACK);

            int size = 0;
            while (!refuses(store, size)) {
                size += PIECE;
            }
            assertThat(size).isPositive();
            assertThat(free()).isGreaterThan(RESERVE - SLACK);
            assertThat(store.logs().seal(KEY, size, Sha256.digestOf(new byte[size])))
                    .isEqualTo(new Sealed());

            store.deleteJob(1);
            var next = new JobEpoch(2, 1);
            assertThat(refuses(store, next, 0)).isFalse();
            assertThat(store.logs().read(next, 0, 1)).isEqualTo(new byte[1]);
        }
    }

    private static boolean refuses(FileBlobStore store, int offset) {
        return refuses(store, KEY, offset);
    }

    private static boolean refuses(FileBlobStore store, JobEpoch key, int offset) {
        try {
            store.logs().append(key, offset, new byte[PIECE]);
            return false;
        } catch (BlobException e) {
            assertThat(e.code()).isEqualTo(Code.NO_SPACE);
            return true;
        }
    }

    @Test
    void a_disk_that_others_fill_takes_nothing_until_they_make_room() throws Exception {
        try (var store = open()) {
            Files.write(disk.resolve("filler"), new byte[3_500_000]);
            while (!store.isShortOfSpace()) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> store.logs().append(KEY, 0, bytes("x")))
                    .matches(e -> ((BlobException) e).code() == Code.NO_SPACE);
            Files.delete(disk.resolve("filler"));
            while (store.isShortOfSpace()) {
                Thread.onSpinWait();
            }
            store.logs().append(KEY, 0, bytes("x"));
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
