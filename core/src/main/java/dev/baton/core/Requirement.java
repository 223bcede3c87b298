package dev.baton.core;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a job asks of a runner: every one of these tags. A hardware spec is the tag `spec=<name>`.
public record Requirement(SortedSet<String> tags) {
    public static final int MOST_TAGS = 32;
    public static final int MOST_CHARACTERS = 128;
    public static final Requirement NONE = new Requirement(new TreeSet<>());
    private static final String SEPARATOR = " ";

    public Requirement {
        requireTags("requirement", tags, MOST_TAGS);
        tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
    }

    public static Requirement of(Collection<String> tags) {
        return new Requirement(new TreeSet<>(tags));
    }

    public boolean isMetBy(Capabilities capabilities) {
        String only = capabilities.only();
        return (only == null || tags.contains(only)) && capabilities.tags().containsAll(tags);
    }

    /// One text for one set of tags: jobs that ask for the same thing wait in the same queue.
    public String signature() {
        return String.join(SEPARATOR, tags);
    }

    public static Requirement ofSignature(String signature) {
        return signature.isEmpty() ? NONE : of(List.of(signature.split(SEPARATOR)));
    }

    static void requireTags(String what, Collection<String> tags, int mostTags) {
        if (tags.size() > mostTags) {
            throw new IllegalArgumentException(
                    "%s: expected at most %d tags, got %d".formatted(what, mostTags, tags.size()));
        }
        tags.forEach(tag -> Names.require(what, tag, MOST_CHARACTERS));
    }
}
