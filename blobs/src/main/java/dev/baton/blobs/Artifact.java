package dev.baton.blobs;

import dev.baton.core.Sha256;

/// An artifact that is kept: what is known of it without its bytes.
public record Artifact(ArtifactName name, ArtifactLabel label, long size, Sha256 sha256) {}
