package dev.baton.server.http;

/// Lets a caller in, or throws a [ProblemException].
@FunctionalInterface
public interface Gatekeeper {
    /// Says who calls, if they may use a route of this kind.
    Caller admit(Call call, Access access);
}
