package dev.baton.core;

/// How a message names the lease it speaks for: the epoch it was granted at, and the digest of its secret.
public record LeaseRef(int epoch, LeaseDigest digest) {}
