package dev.baton.server.http;

/// Lets a caller in, or throws a [ProblemException].
public interface Gatekeeper {
    /// Says who calls, if they may use a route of this kind.
    Caller admit(Call call, Access access);

    /// Charges a caller who was let in for what their request costs beside itself.
    ///
    /// @param work how much it is; what one unit is the two ends know
    void charge(Caller caller, int work);

    /// Whether the credential of a caller who was let in is still good: to be asked again and again by what takes long.
    boolean admitsStill(Call call);
}
