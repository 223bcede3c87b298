package dev.baton.blobs.files;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What is done with directories as a whole.
final class Directories {
    private Directories() {}

    static Path of(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    static List<Path> entries(Path directory) throws IOException {
        var entries = new ArrayList<Path>();
        try (var stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }

    /// Makes the names in a directory durable: syncing a file keeps its bytes, syncing its directory keeps the file.
    /// Those above it are synced too, up to `root`: any may be new, made by whichever call came first.
    static void sync(Path directory, Path root) throws IOException {
        syncOne(directory);
        if (!directory.equals(root)) {
            sync(of(directory), root);
        }
    }

    /// The same for one directory whose parents are known to be durable, or are synced next.
    static void syncOne(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /// Deletes a directory and all that is in it, if it is there.
    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        Files.walkFileTree(
                tree,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path directory, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
