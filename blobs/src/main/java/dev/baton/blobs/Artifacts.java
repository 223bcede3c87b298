package dev.baton.blobs;

import java.util.List;
import java.util.Optional;

/// The artifacts: named files of a job and epoch, written once.
public interface Artifacts {
    /// Keeps an artifact. Of several uploads under one name at once, one wins; the others are told what it was.
    /// A repeat keeps the label that the artifact has.
    PutResult put(ArtifactKey key, Upload upload);

    Optional<Opened<Artifact>> open(ArtifactKey key);

    /// The artifacts of one epoch, by name.
    List<Artifact> list(JobEpoch owner);
}
