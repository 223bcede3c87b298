package dev.baton.server.stream;

import dev.baton.protocol.RunnerMessage.LeaseRequest;

import org.jspecify.annotations.Nullable;

/// A kind of jobs that a runner asks for, and how: each is counted by itself.
///
/// @param only what the request is narrowed to, if it is
record Kind(@Nullable String only, boolean ackOnGrant) {
    static Kind of(LeaseRequest request) {
        return new Kind(request.capabilities().only(), request.ackOnGrant());
    }
}
