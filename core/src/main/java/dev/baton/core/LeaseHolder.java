package dev.baton.core;

/// Who was given a lease: a runner, and the credential that it showed. Both must match on every message.
///
/// @param credential the id of the token, never the token
public record LeaseHolder(RunnerId runner, String credential) {}
