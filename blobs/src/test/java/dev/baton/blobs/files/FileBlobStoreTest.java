package dev.baton.blobs.files;

import static dev.baton.blobs.Bytes.breakingAfter;
import static dev.baton.blobs.Bytes.bytes;
import static dev.baton.blobs.Bytes.stream;
import static dev.baton.blobs.Bytes.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.BlobStore;
import dev.baton.blobs.BlobStoreContract;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.blobs.Upload;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class FileBlobStoreTest extends BlobStoreContract {
    private static final JobEpoch KEY = new JobEpoch(123_456, 3);
    private static final ArtifactKey ARTIFACT = new ArtifactKey(KEY, new ArtifactName("a"));

    @TempDir Path directory;

    @Override
    protected BlobStore open(BlobLimits limits) {
        return FileBlobStore.open(directory.resolve("blobs"), limits);
    }

    private Path epoch() {
        return directory.resolve("blobs/jobs/12/123456/3");
    }

    private List<Path> filesUnder(String name) throws IOException {
        try (var files = Files.walk(directory.resolve("blobs").resolve(name))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void bytes_are_where_the_documentation_says() throws IOException {
        store().logs().append(KEY, 0, bytes("hello"));
        store().logs().seal(KEY, 5, Sha256.digestOf(bytes("hello")));
        store().artifacts().put(ARTIFACT, upload("x"));
        store().contents().put(stream("hello"), 5);

        Sha256 hello = Sha256.digestOf(bytes("hello"));
        assertThat(epoch().resolve("log")).hasContent("hello");
        assertThat(epoch().resolve("log.sealed")).hasContent("5 " + hello);
        assertThat(epoch().resolve("artifacts").resolve(Sha256.digestOf(bytes("a")).toString()))
                .exists();
        assertThat(directory.resolve("blobs/content/2c").resolve(hello.toString()))
                .hasContent("hello");
    }

    @Test
    void an_upload_that_is_refused_or_fails_leaves_no_file() throws IOException {
        store().artifacts().put(ARTIFACT, Upload.of(stream("too large"), 3));
        store().artifacts().put(ARTIFACT, upload("x").expecting(Sha256.digestOf(bytes("y"))));
        assertThatThrownBy(
                () -> store().artifacts().put(ARTIFACT, Upload.of(breakingAfter("x"), 9)));
        store().contents().put(stream("too large"), 3);

        assertThat(filesUnder("")).allMatch(file -> file.toString().endsWith(".lock"));
    }

    @Test
    void a_store_that_opens_does_not_touch_what_another_is_writing() throws IOException {
        store().artifacts()
                .put(ARTIFACT, Upload.of(new StreamWithPause(this::another, stream("whole")), 100));
        assertThat(store().artifacts().list(KEY)).hasSize(1);
    }

    @Test
    void a_closed_store_leaves_nothing_in_staging() throws IOException {
        store().artifacts().put(ARTIFACT, upload("x"));
        store().close();
        assertThat(directory.resolve("blobs/staging")).isEmptyDirectory();
    }

    @Test
    void a_full_disk_is_told_from_other_failures() throws IOException {
        Files.createDirectories(epoch());
        Path log = Files.createSymbolicLink(epoch().resolve("log"), Path.of("/dev/full"));
        assertThatThrownBy(() -> store().logs().append(KEY, 0, bytes("hello")))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.NO_SPACE));
        Files.delete(log);
    }

    @Test
    void a_failure_of_the_disk_is_an_io_failure() throws IOException {
        Files.createDirectories(epoch().resolve("log"));
        assertThatThrownBy(() -> store().logs().append(KEY, 0, bytes("hello")))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.IO));
    }

    @Test
    void an_artifact_that_lost_its_end_is_corrupt() throws IOException {
        store().artifacts().put(ARTIFACT, upload("hello"));
        Path file = filesUnder("jobs").getFirst();
        byte[] whole = Files.readAllBytes(file);
        for (int left : new int[] {0, 10, ArtifactHeader.BYTES, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, left));
            assertThatThrownBy(() -> store().artifacts().open(ARTIFACT))
                    .isInstanceOfSatisfying(
                            BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT));
        }
    }

    @Test
    void an_interrupted_append_does_not_spoil_the_log_for_others() {
        store().logs().append(KEY, 0, bytes("hello "));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> store().logs().append(KEY, 6, bytes("world")))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();

        assertThat(store().logs().append(KEY, 6, bytes("world"))).isEqualTo(new Appended(11));
        assertThat(store().logs().seal(KEY, 11, Sha256.digestOf(bytes("hello world"))))
                .isEqualTo(new Sealed());
    }

    @Test
    void a_part_that_a_failed_append_left_is_completed_by_its_repeat() throws IOException {
        store().logs().append(KEY, 0, bytes("hello "));
        Files.writeString(epoch().resolve("log"), "hello wor");
        assertThat(store().logs().append(KEY, 6, bytes("world"))).isEqualTo(new Appended(11));
        assertThat(store().logs().seal(KEY, 11, Sha256.digestOf(bytes("hello world"))))
                .isEqualTo(new Sealed());
    }
}
