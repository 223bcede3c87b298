package dev.baton.server.http;

/// Lets a caller in, or throws a [ProblemException].
@FunctionalInterface
public interface Gatekeeper {
    /// @return who calls
    Caller admit(Call call, Access access);
}
