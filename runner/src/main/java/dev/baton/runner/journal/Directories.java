package dev.baton.runner.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/// Directories that only the runner's user may enter.
public final class Directories {
    private static final Logger log = LoggerFactory.getLogger(Directories.class);
    private static final String OURS = "rwx------";

    private Directories() {}

    /// Creates a directory, and those above it, unless it is there.
    public static Path create(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = directory.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(
                    directory,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OURS)));
        }
        return directory;
    }

    public static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.sorted().toList();
        }
    }

    /// Deletes everything, follows no link, and takes rights back that a job took away. What cannot be deleted is left, with a
    /// line in the log.
    public static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new Deletion());
        } catch (IOException e) {
            log.warn("directory was not deleted directory={} cause={}", directory, e.toString());
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
            // The job may have taken our right to list or change it.
            if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(OURS));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (!Files.isDirectory(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OURS));
            Files.walkFileTree(file, this);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(
                Path directory, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
