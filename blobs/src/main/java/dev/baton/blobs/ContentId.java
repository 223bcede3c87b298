package dev.baton.blobs;

import dev.baton.core.Sha256;

/// What content is known by.
public record ContentId(Sha256 sha256, long size) {}
