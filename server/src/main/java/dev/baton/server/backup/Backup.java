package dev.baton.server.backup;

import dev.baton.blobs.files.BlobArchive;
import dev.baton.core.Sha256;
import dev.baton.server.config.ServerConfig;
import dev.baton.store.PrivateFiles;
import dev.baton.store.StoreBackup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// Makes a backup of what an orchestrator keeps, while it works.
///
/// The database comes first, as of one moment. Then the blobs: whatever the database names was stored before it was
/// named, so it is there; what came later is left out.
public final class Backup {
    private Backup() {}

    /// Writes a backup into a directory that is empty or does not exist.
    ///
    /// @param version the Baton that makes it
    public static Manifest write(ServerConfig config, Path to, String version, InstantSource clock)
            throws IOException {
        makeEmpty(to);
        var begun = clock.instant();
        var kind = Manifest.nameOf(config.store());
        Path database = to.resolve(Manifest.databaseFile(kind));
        Path list = to.resolve(Manifest.LIST);
        try (var store = StoreBackup.write(config.store(), database)) {
            var copied =
                    BlobArchive.write(
                            config.data().resolve(Manifest.BLOBS),
                            to.resolve(Manifest.BLOBS),
                            list,
                            store::epochs);
            var manifest =
                    new Manifest(
                            Manifest.FORMAT,
                            version,
                            kind,
                            store.schemaVersion(),
                            begun,
                            store.jobs(),
                            Files.size(database),
                            digest(database),
                            copied.files(),
                            copied.bytes(),
                            digest(list));
            manifest.write(to);
            return manifest;
        }
    }

    /// Only its owner may look in: the database has the secrets of jobs.
    private static void makeEmpty(Path to) throws IOException {
        if (Files.exists(to)) {
            try (var entries = Files.list(to)) {
                if (entries.findAny().isPresent()) {
                    throw new BackupException(
                            "expected an empty directory for the backup, and %s is not"
                                    .formatted(to));
                }
            }
            PrivateFiles.close(to);
            return;
        }
        PrivateFiles.createDirectory(to);
    }

    static String digest(Path file) throws IOException {
        var digest = Sha256.newDigest();
        var buffer = new byte[64 * 1024];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read; (read = in.read(buffer)) >= 0; ) {
                digest.update(buffer, 0, read);
            }
        }
        return Sha256.of(digest.digest()).toString();
    }
}
