package dev.baton.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the name that someone probably meant.
final class NearestName {
    private NearestName() {}

    /// The closest of the known names, unless all of them are too far away to be meant.
    static Optional<String> of(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(typed, name)))
                .filter(name -> distance(typed, name) <= Math.max(2, name.length() / 3));
    }

    /// How many characters have to be inserted, removed or replaced.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
