package dev.baton.protocol;

/// What a runner is to execute, as it travels: in the grant itself, or behind a link.
public sealed interface JobSpec {
    /// The spec as compact JSON. May hold what people put into `env`, and is therefore not printed.
    record Embedded(String json) implements JobSpec {
        @Override
        public String toString() {
            return "Embedded[%d characters]".formatted(json.length());
        }
    }

    record Referenced(String uri) implements JobSpec {}
}
