package dev.baton.blobs.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What has to be survived by what is kept.
public enum Disk {
    /// A crash of the machine.
    DURABLE,
    /// No more than this process: for what is thrown away with it.
    CARELESS;

    /// Makes the bytes of a file durable.
    void sync(FileChannel file) throws IOException {
        if (this == DURABLE) {
            file.force(true);
        }
    }

    /// Makes the bytes of a file durable that grew, and as little else as that takes.
    void syncBytes(FileChannel file) throws IOException {
        if (this == DURABLE) {
            file.force(false);
        }
    }

    /// The same for a file that is closed.
    void syncFile(Path file) throws IOException {
        if (this == DURABLE) {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    /// Makes the names in a directory durable, whose own name is, or is synced next: syncing a file keeps its bytes, syncing its
    /// directory keeps the file.
    void syncNames(Path directory) throws IOException {
        if (this == DURABLE) {
            try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /// The same for a directory and those above it, up to `root`: any may be new, made by whichever call came first.
    void syncNames(Path directory, Path root) throws IOException {
        syncNames(directory);
        if (!directory.equals(root)) {
            syncNames(Directories.of(directory), root);
        }
    }
}
