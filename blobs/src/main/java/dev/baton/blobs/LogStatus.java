package dev.baton.blobs;

/// How much of a log there is, and whether that is all of it.
public record LogStatus(long size, boolean sealed) {}
