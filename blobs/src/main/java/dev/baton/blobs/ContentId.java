package dev.baton.blobs;

/// What content is known by.
public record ContentId(Sha256 sha256, long size) {}
