package dev.baton.store;

import java.util.List;

/// Whether the store does what it is there for.
///
/// @param problems what is wrong, in words for an operator; empty if nothing is
public record Readiness(List<String> problems) {
    public Readiness {
        problems = List.copyOf(problems);
    }

    public boolean isReady() {
        return problems.isEmpty();
    }
}
