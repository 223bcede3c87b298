package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The credentials that the orchestrator knows. Of a token only the SHA-256 is kept.
public interface Tokens {
    /// What a token allows.
    enum Kind {
        ADMIN,
        USER,
        RUNNER
    }

    /// A credential.
    ///
    /// @param id names it in audit trails and leases
    /// @param runner the only runner id that may use it, if it is pinned to one
    record Token(
            String id,
            Kind kind,
            String name,
            @Nullable String runner,
            Instant created,
            @Nullable Instant expires,
            @Nullable Instant revoked) {}

    /// Keeps a new token.
    ///
    /// @return whether the name was free
    boolean add(Token token, byte[] sha256);

    /// The token with this digest, revoked and expired ones too: the caller judges.
    Optional<Token> find(byte[] sha256);

    List<Token> list();

    /// Ends a token.
    ///
    /// @return whether there was such a token that was not revoked
    boolean revoke(String id, Instant at);
}
