package dev.baton.server.runner;

import dev.baton.core.LeaseHolder;
import dev.baton.store.Runners.RunnerView;
import dev.baton.store.Tokens;
import dev.baton.store.Tokens.Token;

import java.time.InstantSource;
import java.util.function.Predicate;

/// Which of the runners that were heard of lately are there. Not one whose stream has ended, and not one whose token is worth nothing any
/// more: it cannot take a job. For people, like [dev.baton.store.Runners].
public final class Presence {
    private final RunnerRegister register;
    private final Tokens tokens;
    private final InstantSource clock;

    public Presence(RunnerRegister register, Tokens tokens, InstantSource clock) {
        this.register = register;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// Whether a runner has a token that is valid now. Reads the tokens once, for a whole list.
    public Predicate<RunnerView> admitted() {
        var valid = tokens.list().stream().filter(this::isValid).toList();
        return runner -> valid.stream().anyMatch(token -> isHeldWith(token, runner.holder()));
    }

    /// Whether the stream of a runner ended here, and nothing was heard of it since, here or at another orchestrator.
    public boolean hasLeft(RunnerView runner) {
        return register.leftAt(runner.holder())
                .filter(left -> !runner.seen().isAfter(left))
                .isPresent();
    }

    private boolean isValid(Token token) {
        return token.revoked() == null
                && (token.expires() == null || clock.instant().isBefore(token.expires()));
    }

    /// What is held with a token that is pinned to a runner belongs to the runner.
    private static boolean isHeldWith(Token token, LeaseHolder holder) {
        return token.runner() == null
                ? token.id().equals(holder.credential())
                : token.runner().equals(holder.runner().value());
    }
}
