package dev.baton.server.auth;

import dev.baton.core.RunnerId;
import dev.baton.core.Shown;
import dev.baton.server.http.Problem;
import dev.baton.store.Tokens;
import dev.baton.store.Tokens.Kind;
import dev.baton.store.Tokens.Token;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/// Issues tokens and takes them back.
public final class TokenDesk {
    private static final Logger log = LoggerFactory.getLogger(TokenDesk.class);
    private static final int MOST_NAME_CHARACTERS = 100;

    private final Tokens tokens;
    private final KnownTokens known;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public TokenDesk(Tokens tokens, KnownTokens known, InstantSource clock) {
        this.tokens = tokens;
        this.known = known;
        this.clock = clock;
    }

    /// What someone wants to have.
    ///
    /// @param runner the only runner id that may use it, if it is to be pinned to one
    public record Wanted(
            Kind kind, String name, @Nullable String runner, @Nullable Instant expires) {
        public Wanted {
            if (name.isEmpty()
                    || name.length() > MOST_NAME_CHARACTERS
                    || !name.codePoints().allMatch(Shown::isPlain)) {
                throw new IllegalArgumentException(
                        "name: expected 1 to %d characters that can be shown, got '%s'"
                                .formatted(MOST_NAME_CHARACTERS, Shown.of(name)));
            }
            if (runner != null) {
                if (kind != Kind.RUNNER) {
                    throw new IllegalArgumentException(
                            "runner: expected only for tokens of kind runner");
                }
                var _ = new RunnerId(runner);
            }
        }
    }

    /// A new token, and the only sight of its secret.
    public record Issued(Token token, String secret) {
        @Override
        public String toString() {
            return "Issued[token=" + token + ", secret=***]";
        }
    }

    public Issued issue(Wanted wanted) {
        Instant now = clock.instant();
        if (wanted.expires() != null && !wanted.expires().isAfter(now)) {
            throw new IllegalArgumentException("expires: expected a time to come");
        }
        var text = TokenText.mint(wanted.kind(), random);
        var token =
                new Token(
                        newId(),
                        wanted.kind(),
                        wanted.name(),
                        wanted.runner(),
                        now,
                        wanted.expires(),
                        null);
        if (!tokens.add(token, text.sha256())) {
            throw Problem.of(409, "NAME_TAKEN", "there is a token of this name already")
                    .asException();
        }
        log.info("token issued id={} kind={}", token.id(), token.kind());
        return new Issued(token, text.text());
    }

    public List<Token> list() {
        return tokens.list();
    }

    /// Makes a token worthless.
    ///
    /// @return whether there was such a token that was not revoked
    public boolean revoke(String id) {
        boolean revoked = tokens.revoke(id, clock.instant());
        known.forget();
        if (revoked) {
            log.info("token revoked id={}", id);
        }
        return revoked;
    }

    private String newId() {
        var bytes = new byte[8];
        random.nextBytes(bytes);
        return "tok_" + HexFormat.of().formatHex(bytes);
    }
}
