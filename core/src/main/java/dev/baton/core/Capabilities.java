package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tags that describe a runner's environment: os, arch, toolchains, hardware specs.
///
/// @param only one of the tags, if nothing but jobs that ask for it are wanted: those of one executor, say
public record Capabilities(Set<String> tags, @Nullable String only) {
    public static final int MOST_TAGS = 256;

    public Capabilities {
        Requirement.requireTags("capabilities", tags, MOST_TAGS);
        if (only != null && !tags.contains(only)) {
            throw new IllegalArgumentException(
                    "only: expected one of the capabilities, got " + Shown.of(only));
        }
        tags = Set.copyOf(tags);
    }

    public Capabilities(Set<String> tags) {
        this(tags, null);
    }

    /// The same environment with one more tag, for jobs that ask for that tag and for no others.
    public Capabilities onlyFor(String tag) {
        Requirement.requireTags("only", List.of(tag), 1);
        return new Capabilities(
                Stream.concat(tags.stream(), Stream.of(tag)).collect(Collectors.toSet()), tag);
    }

    public static Capabilities of(Collection<String> tags) {
        return new Capabilities(Set.copyOf(tags));
    }
}
