package dev.baton.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Files and directories that only their owner may use: a database holds the secrets of jobs.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> DIRECTORY =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /// Makes a directory with the mode 0700, and those above it with the usual one. One that is there stays as it is.
    ///
    /// @return whether it was made
    public static boolean createDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return false;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
            return true;
        } catch (FileAlreadyExistsException e) {
            if (Files.isDirectory(directory)) {
                return false; // another process was faster
            }
            throw e;
        }
    }

    /// Makes an empty file with the mode 0600, unless there is one. What SQLite puts beside a file gets its mode.
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
        } catch (FileAlreadyExistsException _) {
            // it is there
        }
    }

    /// Takes all permissions away from all but the owner, if there is such a file.
    ///
    /// @return whether others had any
    /// @throws IOException if the file is somebody else's
    public static boolean close(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
        var own = EnumSet.copyOf(DIRECTORY);
        own.retainAll(before);
        if (own.equals(before)) {
            return false;
        }
        Files.setPosixFilePermissions(file, own);
        return true;
    }
}
