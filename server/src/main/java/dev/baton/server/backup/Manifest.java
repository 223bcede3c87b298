package dev.baton.server.backup;

import dev.baton.store.StoreConfig;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// What a backup says of itself.
///
/// @param format the form of the backup: only [#FORMAT] is known
/// @param version the Baton that made it
/// @param store `sqlite` or `postgres`
/// @param schema the version of the database's schema
/// @param takenAt when it was begun
/// @param databaseSha256 of the database's file
/// @param listSha256 of the list of blobs
public record Manifest(
        int format,
        String version,
        String store,
        int schema,
        Instant takenAt,
        long jobs,
        long databaseBytes,
        String databaseSha256,
        long blobs,
        long blobBytes,
        String listSha256) {
    static final int FORMAT = 1;
    static final String FILE = "manifest.json";
    static final String LIST = "blobs.sha256";
    static final String BLOBS = "blobs";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// What a store is called in a manifest.
    static String nameOf(StoreConfig store) {
        return switch (store) {
            case StoreConfig.Sqlite _ -> "sqlite";
            case StoreConfig.Postgres _ -> "postgres";
        };
    }

    /// The file of a backup that has the database.
    static String databaseFile(String store) {
        return store.equals("sqlite") ? "baton.db" : "baton.dump";
    }

    void write(Path backup) throws IOException {
        var json =
                JSON.createObjectNode()
                        .put("format", format)
                        .put("version", version)
                        .put("store", store)
                        .put("schema", schema)
                        .put("taken_at", takenAt.toString())
                        .put("jobs", jobs)
                        .put("database_bytes", databaseBytes)
                        .put("database_sha256", databaseSha256)
                        .put("blobs", blobs)
                        .put("blob_bytes", blobBytes)
                        .put("list_sha256", listSha256);
        Files.writeString(backup.resolve(FILE), json.toPrettyString() + "\n");
    }

    /// Reads the manifest of a backup.
    ///
    /// @throws BackupException if there is none, or none that can be read
    static Manifest read(Path backup) throws IOException {
        Path file = backup.resolve(FILE);
        if (!Files.exists(file)) {
            throw new BackupException(
                    "%s is no backup, or one that was not finished: it has no %s"
                            .formatted(backup, FILE));
        }
        try {
            var json = JSON.readTree(Files.readString(file));
            int format = json.path("format").asInt(0);
            if (format != FORMAT) {
                throw new BackupException(
                        "expected a backup of format %d in %s, got format %d: it was made by another Baton (%s)"
                                .formatted(
                                        FORMAT,
                                        backup,
                                        format,
                                        json.path("version").asString("?")));
            }
            return new Manifest(
                    format,
                    json.get("version").stringValue(),
                    json.get("store").stringValue(),
                    json.get("schema").intValue(),
                    Instant.parse(json.get("taken_at").stringValue()),
                    json.get("jobs").longValue(),
                    json.get("database_bytes").longValue(),
                    json.get("database_sha256").stringValue(),
                    json.get("blobs").longValue(),
                    json.get("blob_bytes").longValue(),
                    json.get("list_sha256").stringValue());
        } catch (JacksonException | NullPointerException | java.time.DateTimeException e) {
            throw new BackupException("%s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }
}
