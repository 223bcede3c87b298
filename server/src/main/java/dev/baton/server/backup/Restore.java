package dev.baton.server.backup;

import dev.baton.blobs.files.BlobArchive;
import dev.baton.server.DataDirectory;
import dev.baton.server.config.ServerConfig;
import dev.baton.store.StoreRestore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Puts a backup into an empty place, from which an orchestrator can then be started.
///
/// The database comes last: what fails before it leaves nothing that could be started.
public final class Restore {
    private Restore() {}

    /// Checks the backup against its manifest, and restores it.
    ///
    /// @throws BackupException if it is damaged, of another kind, or the place is not empty
    public static Manifest read(Path from, ServerConfig config) throws IOException {
        var manifest = Manifest.read(from);
        var kind = Manifest.nameOf(config.store());
        if (!manifest.store().equals(kind)) {
            throw new BackupException(
                    "the backup has a store of %s, and the settings name one of %s"
                            .formatted(manifest.store(), kind));
        }
        Path blobs = config.data().resolve(Manifest.BLOBS);
        requireEmpty(blobs);
        StoreRestore.requireEmpty(config.store());
        Path database = from.resolve(Manifest.databaseFile(kind));
        Path list = from.resolve(Manifest.LIST);
        requireDigest(database, manifest.databaseSha256());
        requireDigest(list, manifest.listSha256());
        DataDirectory.prepare(config);
        BlobArchive.read(from.resolve(Manifest.BLOBS), list, blobs);
        StoreRestore.read(config.store(), database);
        return manifest;
    }

    private static void requireEmpty(Path blobs) throws IOException {
        if (Files.exists(blobs)) {
            try (var entries = Files.list(blobs)) {
                if (entries.findAny().isPresent()) {
                    throw new BackupException(
                            "expected an empty place to restore to, and there are files in %s: restore elsewhere, or remove them yourself"
                                    .formatted(blobs));
                }
            }
        }
    }

    private static void requireDigest(Path file, String expected) throws IOException {
        if (!Files.exists(file)) {
            throw new BackupException("the backup is not whole: it has no " + file.getFileName());
        }
        var digest = Backup.digest(file);
        if (!digest.equals(expected)) {
            throw new BackupException(
                    "expected %s to have the SHA-256 %s, got %s: the backup is damaged"
                            .formatted(file, expected, digest));
        }
    }
}
