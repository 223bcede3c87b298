package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.core.Sha256;
import dev.baton.core.Shown;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/// Brings artifacts into a directory: each whole and as its digest says, or not at all.
public final class ArtifactFetch {
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final Remote remote;
    private final Path directory;
    private final boolean force;

    /// @param force whether files that are there are replaced
    public ArtifactFetch(Remote remote, Path directory, boolean force) {
        this.remote = remote;
        this.directory = directory.normalize();
        this.force = force;
    }

    /// Fetches one.
    ///
    /// @param path where its bytes are
    /// @param artifact as the orchestrator lists it
    /// @return the file
    public Path fetch(String path, JsonNode artifact) throws IOException {
        Path file = place(artifact.path("name").asString(""));
        if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path partial = file.resolveSibling(".baton-%s.part".formatted(random));
        try {
            String digest = write(path, partial);
            if (!digest.equals(artifact.path("sha256").asString(digest))) {
                throw new IOException(
                        "'%s' is not what was listed: expected the SHA-256 %s, got %s"
                                .formatted(file, artifact.path("sha256").asString(""), digest));
            }
            if (force) {
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.move(partial, file);
            }
            return file;
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private String write(String path, Path to) throws IOException {
        try (var answer = remote.open(path, Map.of(), SILENCE);
                var out =
                        new DigestOutputStream(
                                Files.newOutputStream(
                                        to,
                                        StandardOpenOption.CREATE_NEW,
                                        StandardOpenOption.WRITE),
                                Sha256.newDigest())) {
            long written = answer.stream().transferTo(out);
            if (answer.length() >= 0 && written < answer.length()) {
                throw ClientException.cutShort();
            }
            return Sha256.of(out.getMessageDigest().digest()).toString();
        }
    }

    /// The name was chosen by a job, which must not choose where else on this machine it goes.
    private Path place(String name) throws IOException {
        Path file = directory.resolve(name).normalize();
        boolean inside =
                !Path.of(name).isAbsolute()
                        && file.toAbsolutePath().startsWith(directory.toAbsolutePath())
                        && !Path.of(name).normalize().startsWith("..");
        if (!inside || Path.of(name).normalize().toString().isEmpty()) {
            throw new IOException(
                    "the artifact '%s' would be written outside of %s; it was not fetched"
                            .formatted(Shown.of(name), directory.toAbsolutePath()));
        }
        return file;
    }
}
