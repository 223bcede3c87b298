package dev.baton.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// What a box is like.
///
/// @param name tells the boxes of this machine apart; letters, digits, `-` and `_`
/// @param directory what its commands may write to
/// @param environment all of the environment of its commands: nothing is inherited
/// @param orphanGrace how long its processes may go on when this process is dead
public record BoxPlan(
        String name,
        Path directory,
        Map<String, String> environment,
        Isolation isolation,
        Duration orphanGrace) {
    public BoxPlan {
        environment = Map.copyOf(environment);
    }

    /// A box that ends with this process.
    public BoxPlan(
            String name, Path directory, Map<String, String> environment, Isolation isolation) {
        this(name, directory, environment, isolation, Duration.ZERO);
    }

    /// The environment may hold secrets, and is not printed.
    @Override
    public String toString() {
        return "BoxPlan[name=%s, directory=%s, isolation=%s]".formatted(name, directory, isolation);
    }
}
