package dev.baton.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The known name that somebody may have meant.
public final class NearestName {
    private static final int MOST_CHARACTERS = 64;

    private NearestName() {}

    /// The nearest of the known names, if one is near: at most a third of its characters are different.
    public static Optional<String> to(String name, Collection<String> known) {
        if (name.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        return known.stream()
                .filter(
                        candidate ->
                                distance(name, candidate) <= Math.max(1, candidate.length() / 3))
                .min(
                        Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                                .thenComparing(Comparator.naturalOrder()));
    }

    /// How many characters have to be added, left out or replaced (Levenshtein).
    private static int distance(String a, String b) {
        var previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            var current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
