package dev.baton.blobs.files;

import dev.baton.blobs.Artifact;
import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.Artifacts;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.Opened;
import dev.baton.blobs.PutResult;
import dev.baton.blobs.PutResult.DigestMismatch;
import dev.baton.blobs.PutResult.NameTaken;
import dev.baton.blobs.PutResult.Stored;
import dev.baton.blobs.PutResult.TooLarge;
import dev.baton.blobs.Upload;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Artifacts as files named by the digest of their name. The link that makes one visible fails if the name is taken:
/// it needs no lock, and there is never more than one winner.
final class FileArtifacts implements Artifacts {
    private final Layout layout;
    private final Staging staging;

    FileArtifacts(Layout layout, Staging staging) {
        this.layout = layout;
        this.staging = staging;
    }

    @Override
    public PutResult put(ArtifactKey key, Upload upload) {
        try (var staged = staging.newFile()) {
            if (!staged.receive(upload.bytes(), upload.maxBytes(), ArtifactHeader.BYTES)) {
                return new TooLarge(upload.maxBytes());
            }
            Sha256 sha256 = staged.sha256();
            if (upload.expected() != null && !upload.expected().equals(sha256)) {
                return new DigestMismatch(sha256);
            }
            return keep(
                    staged,
                    layout.artifact(key),
                    new Artifact(key.name(), upload.label(), staged.received(), sha256));
        } catch (IOException e) {
            throw Failure.of("keep artifact %s of %s".formatted(key.name(), key.owner()), e);
        }
    }

    private PutResult keep(StagedFile staged, Path place, Artifact artifact) throws IOException {
        staged.write(ArtifactHeader.of(artifact), 0);
        Artifact kept = staged.claim(place) ? artifact : read(place);
        // Also when another upload was first: it may not have come to this yet, and our answer
        // promises it.
        staging.disk().syncNames(Directories.of(place), layout.root());
        return kept.size() == artifact.size() && kept.sha256().equals(artifact.sha256())
                ? new Stored(kept)
                : new NameTaken(kept);
    }

    @Override
    public Optional<Opened<Artifact>> open(ArtifactKey key) {
        Path place = layout.artifact(key);
        try {
            FileChannel file = FileChannel.open(place, StandardOpenOption.READ);
            try {
                Artifact artifact = ArtifactHeader.read(file, place);
                return Optional.of(new Opened<>(artifact, Channels.newInputStream(file)));
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.of("open artifact %s of %s".formatted(key.name(), key.owner()), e);
        }
    }

    @Override
    public List<Artifact> list(JobEpoch owner) {
        var artifacts = new ArrayList<Artifact>();
        try {
            for (Path place : Directories.entries(layout.artifacts(owner))) {
                artifacts.add(read(place));
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw Failure.of("list the artifacts of " + owner, e);
        }
        artifacts.sort(Comparator.comparing(Artifact::name));
        return List.copyOf(artifacts);
    }

    private static Artifact read(Path place) throws IOException {
        try (var file = FileChannel.open(place, StandardOpenOption.READ)) {
            return ArtifactHeader.read(file, place);
        }
    }
}
