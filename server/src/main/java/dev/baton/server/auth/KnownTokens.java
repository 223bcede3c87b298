package dev.baton.server.auth;

import dev.baton.store.Tokens;
import dev.baton.store.Tokens.Token;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The tokens that were seen lately, so that a request does not cost a query. A token that was revoked here stops at
/// once, one that was revoked by another orchestrator within [#FRESH_FOR].
public final class KnownTokens {
    public static final Duration FRESH_FOR = Duration.ofSeconds(5);

    /// Beyond this many, all are forgotten and looked up again.
    private static final int MOST_REMEMBERED = 10_000;

    private final Tokens tokens;
    private final InstantSource clock;
    private final Map<ByteBuffer, Seen> byDigest = new ConcurrentHashMap<>();

    private record Seen(Token token, long nanoTime) {
        boolean isFresh(long now) {
            return now - nanoTime < FRESH_FOR.toNanos();
        }
    }

    public KnownTokens(Tokens tokens, InstantSource clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /// The token with this digest, if it is valid now.
    Optional<Token> valid(byte[] sha256) {
        var key = ByteBuffer.wrap(sha256);
        long now = System.nanoTime();
        Seen seen = byDigest.get(key);
        if (seen == null || !seen.isFresh(now)) {
            seen = look(key, sha256, now);
        }
        return seen != null && isValid(seen.token()) ? Optional.of(seen.token()) : Optional.empty();
    }

    /// Forgets what is remembered, so that a change shows at once.
    void forget() {
        byDigest.clear();
    }

    private @Nullable Seen look(ByteBuffer key, byte[] sha256, long now) {
        Token token = tokens.find(sha256).orElse(null);
        if (token == null) {
            byDigest.remove(key);
            return null;
        }
        if (byDigest.size() >= MOST_REMEMBERED) {
            byDigest.clear();
        }
        var seen = new Seen(token, now);
        byDigest.put(key, seen);
        return seen;
    }

    private boolean isValid(Token token) {
        return token.revoked() == null
                && (token.expires() == null || clock.instant().isBefore(token.expires()));
    }
}
