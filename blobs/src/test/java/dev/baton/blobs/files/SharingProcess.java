package dev.baton.blobs.files;

import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.CompetingLines;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.Upload;

import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;

/// Another orchestrator on the directory of a test:
///
///     DIRECTORY append WRITER    adds lines of this writer to a log
///     DIRECTORY upload           begins an artifact and waits for more of it from its standard input
final class SharingProcess {
    static final JobEpoch LOG = new JobEpoch(1, 1);
    static final int LINES = 5_000;

    private SharingProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var store = FileBlobStore.open(Path.of(arguments[0]), BlobLimits.DEFAULTS)) {
            if (arguments[1].equals("append")) {
                int writer = Integer.parseInt(arguments[2]);
                CompetingLines.append(store.logs(), LOG, writer, LINES);
            } else {
                upload(store);
            }
        }
    }

    private static void upload(FileBlobStore store) {
        var begun = new ByteArrayInputStream(new byte[100]);
        var waiting = new StreamWithPause(() -> System.out.println("uploading"), System.in);
        store.artifacts()
                .put(
                        new ArtifactKey(LOG, new ArtifactName("a")),
                        Upload.of(new SequenceInputStream(begun, waiting), Long.MAX_VALUE));
    }
}
