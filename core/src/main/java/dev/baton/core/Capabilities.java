package dev.baton.core;

import java.util.Collection;
import java.util.Set;

/// The tags that describe a runner's environment: os, arch, toolchains, hardware specs.
public record Capabilities(Set<String> tags) {
    public static final int MOST_TAGS = 256;

    public Capabilities {
        Requirement.requireTags("capabilities", tags, MOST_TAGS);
        tags = Set.copyOf(tags);
    }

    public static Capabilities of(Collection<String> tags) {
        return new Capabilities(Set.copyOf(tags));
    }
}
