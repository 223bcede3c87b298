package dev.baton.server.http;

/// Lets a caller in, or throws a [ProblemException].
public interface Gatekeeper {
    /// Says who calls, if they may use a route of this kind.
    Caller admit(Call call, Access access);

    /// Whether the credential of a caller who was let in is still good: to be asked again and again by what takes long.
    boolean admitsStill(Call call);
}
