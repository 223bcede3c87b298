package dev.baton.blobs.files;

import static dev.baton.blobs.Bytes.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.CompetingLines;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.PutResult.Stored;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Several processes on one directory, and what one leaves behind that is killed.
@Timeout(60)
class SharedDirectoryIT {
    @TempDir Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(String... arguments) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SharingProcess.class.getName(),
                                directory.toString()));
        command.addAll(List.of(arguments));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.add(process);
        return process;
    }

    @Test
    void processes_that_append_to_one_log_at_once_never_overwrite_each_other() throws Exception {
        start("append", "0");
        start("append", "1");
        for (Process process : processes) {
            assertThat(process.waitFor()).isZero();
        }
        try (var store = FileBlobStore.open(directory, BlobLimits.DEFAULTS)) {
            assertThat(CompetingLines.read(store.logs(), SharingProcess.LOG))
                    .containsExactlyInAnyOrderElementsOf(
                            CompetingLines.of(2, SharingProcess.LINES));
        }
    }

    @Test
    void a_killed_upload_leaves_no_artifact_and_is_swept_once_its_process_is_gone()
            throws Exception {
        var process = start("upload");
        assertThat(process.inputReader().readLine()).isEqualTo("uploading");
        var owner = new JobEpoch(1, 1);

        // While it lives, what it is writing is left alone.
        try (var store = FileBlobStore.open(directory, BlobLimits.DEFAULTS)) {
            assertThat(store.artifacts().list(owner)).isEmpty();
            assertThat(staged()).hasSize(1);
        }
        process.destroyForcibly().waitFor();
        assertThat(staged()).hasSize(1);

        try (var store = FileBlobStore.open(directory, BlobLimits.DEFAULTS)) {
            assertThat(staged()).isEmpty();
            assertThat(store.artifacts().list(owner)).isEmpty();
            var key = new ArtifactKey(owner, new ArtifactName("a"));
            assertThat(store.artifacts().put(key, upload("whole"))).isInstanceOf(Stored.class);
        }
    }

    private List<Path> staged() throws IOException {
        try (var files = Files.walk(directory.resolve("staging"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".lock"))
                    .toList();
        }
    }
}
