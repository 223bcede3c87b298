package dev.baton.server;

import dev.baton.server.config.ServerConfig;
import dev.baton.store.PrivateFiles;
import dev.baton.store.StoreConfig;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Pattern;

/// Where an orchestrator keeps everything. Only its owner may look in: secrets of jobs are in the database, and what jobs
/// printed is beside it.
public final class DataDirectory {
    private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);

    /// What is found in a data directory. One with anything else in it is not ours to close.
    private static final Pattern OURS =
            Pattern.compile(
                    "admin-token|runner-token|up\\.lock|blobs|runner|baton\\.db(-wal|-shm|-journal|\\.lock|\\.restoring)?");

    private DataDirectory() {}

    /// Makes it, or closes what an earlier version, or a generous umask, left open to others.
    public static void prepare(ServerConfig config) {
        Path data = config.data();
        try {
            if (!PrivateFiles.createDirectory(data) && isOurs(data)) {
                close(data);
            }
            PrivateFiles.createDirectory(data.resolve("blobs"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the data directory " + data, e);
        }
        close(data.resolve("blobs"));
        if (config.store() instanceof StoreConfig.Sqlite(Path file, _)) {
            for (String part : new String[] {"", "-wal", "-shm"}) {
                close(file.resolveSibling(file.getFileName() + part));
            }
        }
        warnIfOthersMayWrite(data);
    }

    private static void close(Path file) {
        try {
            if (PrivateFiles.close(file) && !isEmpty(file)) {
                log.warn("closed to other users, who could read it file={}", file);
            }
        } catch (IOException | UnsupportedOperationException _) {
            log.warn(
                    "other users may be able to read this, and it could not be closed: make it yours, and chmod go-rwx file={}",
                    file);
        }
    }

    private static boolean isEmpty(Path file) throws IOException {
        if (!Files.isDirectory(file)) {
            return Files.size(file) == 0;
        }
        try (var files = Files.list(file)) {
            return files.findAny().isEmpty();
        }
    }

    private static boolean isOurs(Path data) throws IOException {
        try (var files = Files.list(data)) {
            return files.allMatch(file -> OURS.matcher(file.getFileName().toString()).matches());
        }
    }

    private static void warnIfOthersMayWrite(Path data) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(data);
            if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                log.warn(
                        "other users can replace files of the data directory: chmod o-w, or use another directory data={} permissions={}",
                        data,
                        PosixFilePermissions.toString(permissions));
            }
        } catch (IOException | UnsupportedOperationException _) {
            // a file system without permissions has none to warn of
        }
    }
}
