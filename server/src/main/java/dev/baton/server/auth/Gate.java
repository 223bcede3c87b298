package dev.baton.server.auth;

import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Gatekeeper;
import dev.baton.server.http.Problem;
import dev.baton.store.Tokens.Kind;
import dev.baton.store.Tokens.Token;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Lets in whoever shows a valid token of the right kind and does not ask too often.
public final class Gate implements Gatekeeper {
    private static final String SCHEME = "bearer ";
    private static final int MOST_BUDGETS = 10_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final KnownTokens known;
    private final Limits limits;
    private final Map<String, RequestBudget> budgets = new ConcurrentHashMap<>();
    private final Map<String, RequestBudget> jobBudgets = new ConcurrentHashMap<>();

    public Gate(KnownTokens known, Limits limits) {
        this.known = known;
        this.limits = limits;
    }

    @Override
    public Caller admit(Call call, Access access) {
        if (access == Access.OPEN) {
            return Caller.ANYONE;
        }
        byte[] digest = digestOf(call);
        Token token = known.valid(digest).orElseThrow(Gate::unknown);
        if (!allows(token.kind(), access)) {
            throw Problem.of(
                            403,
                            "FORBIDDEN",
                            "expected a token of kind %s, got one of kind %s"
                                    .formatted(
                                            access.name().toLowerCase(Locale.ROOT),
                                            token.kind().name().toLowerCase(Locale.ROOT)))
                    .asException();
        }
        spend(token);
        return new Caller(
                token.id(),
                "%s:%s".formatted(token.kind().name().toLowerCase(Locale.ROOT), token.name()),
                token.runner());
    }

    @Override
    public boolean admitsStill(Call call) {
        return known.valid(digestOf(call)).isPresent();
    }

    /// A check that the credential of a long connection is still good, to be asked again and again.
    public StillValid stillValid(Call call) {
        byte[] digest = digestOf(call);
        return () -> known.valid(digest).isPresent();
    }

    /// Whether a credential that was good still is.
    @FunctionalInterface
    public interface StillValid {
        boolean ask();
    }

    private static byte[] digestOf(Call call) {
        String header = call.header("Authorization").orElse("");
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw Problem.of(401, "UNAUTHENTICATED", "expected Authorization: Bearer <token>")
                    .withHeader("WWW-Authenticate", "Bearer realm=\"baton\"")
                    .asException();
        }
        var text = new TokenText(header.substring(SCHEME.length()).strip());
        if (!text.isPlausible()) {
            throw unknown();
        }
        return text.sha256();
    }

    private static boolean allows(Kind kind, Access access) {
        return switch (kind) {
            case ADMIN -> true;
            case USER -> access == Access.USER;
            case RUNNER -> access == Access.RUNNER;
        };
    }

    private void spend(Token token) {
        long wait =
                budget(budgets, token.id(), 1, limits.requestsPerSecond(), limits.requestBurst());
        if (wait > 0) {
            throw tooMany(
                    "the token may ask %d times a second".formatted(limits.requestsPerSecond()),
                    wait);
        }
    }

    /// Charges for the jobs that a request submits.
    @Override
    public void charge(Caller caller, int jobs) {
        long wait =
                budget(
                        jobBudgets,
                        caller.credential(),
                        jobs,
                        limits.jobs().perSecond(),
                        limits.jobs().burst());
        if (wait > 0) {
            throw tooMany(
                    "the token may submit %d jobs a second, after %d at once; try again later"
                            .formatted(limits.jobs().perSecond(), limits.jobs().burst()),
                    wait);
        }
    }

    private static long budget(
            Map<String, RequestBudget> budgets, String token, int wanted, int rate, int burst) {
        long now = System.nanoTime();
        if (budgets.size() > MOST_BUDGETS) {
            budgets.clear();
        }
        return budgets.computeIfAbsent(token, _ -> new RequestBudget(rate, burst, now))
                .take(wanted, now);
    }

    private static RuntimeException tooMany(String what, long nanos) {
        long seconds = Math.max(1, (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
        return Problem.of(429, "TOO_MANY_REQUESTS", what)
                .withHeader("Retry-After", String.valueOf(seconds))
                .asException();
    }

    private static RuntimeException unknown() {
        return Problem.of(401, "UNAUTHENTICATED", "the token is unknown, expired or revoked")
                .withHeader("WWW-Authenticate", "Bearer realm=\"baton\", error=\"invalid_token\"")
                .asException();
    }
}
