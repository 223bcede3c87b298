package dev.baton.sandbox;

import java.nio.file.Path;
import java.util.Map;

/// What a box is like.
///
/// @param name tells the boxes of this machine apart; letters, digits, `-` and `_`
/// @param directory what its commands may write to
/// @param environment all of the environment of its commands: nothing is inherited
public record BoxPlan(
        String name, Path directory, Map<String, String> environment, Isolation isolation) {
    public BoxPlan {
        environment = Map.copyOf(environment);
    }

    /// The environment may hold secrets, and is not printed.
    @Override
    public String toString() {
        return "BoxPlan[name=%s, directory=%s, isolation=%s]".formatted(name, directory, isolation);
    }
}
