package dev.baton.server.http;

/// Who may use a route.
public enum Access {
    /// Anyone who can connect.
    OPEN,
    /// Users and admins.
    USER,
    /// Runners; and admins, who may do everything.
    RUNNER,
    ADMIN
}
