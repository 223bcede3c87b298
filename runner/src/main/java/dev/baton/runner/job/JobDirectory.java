package dev.baton.runner.job;

import dev.baton.runner.journal.Directories;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where one job works: its workspace, and beside it a place for temporary files.
///
/// @param root what the job may write to
record JobDirectory(Path root) {
    static JobDirectory create(Path root) throws IOException {
        if (Files.exists(root)) {
            Directories.delete(root);
        }
        var directory = new JobDirectory(Directories.create(root));
        Files.createDirectory(directory.workspace());
        Files.createDirectory(directory.temporary());
        Files.createDirectory(directory.home());
        return directory;
    }

    Path workspace() {
        return root.resolve("workspace");
    }

    /// The home of a job that has no right to write at the runner's.
    Path home() {
        return root.resolve("home");
    }

    Path temporary() {
        return root.resolve("tmp");
    }

    void delete() {
        Directories.delete(root);
    }
}
