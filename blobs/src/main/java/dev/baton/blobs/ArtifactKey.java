package dev.baton.blobs;

/// Which artifact: whose, and what it is called.
public record ArtifactKey(JobEpoch owner, ArtifactName name) {}
