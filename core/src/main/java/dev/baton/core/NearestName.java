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

    /// How many characters have to be added, left out, replaced, or swapped with their neighbour: what fingers do.
    private static int distance(String a, String b) {
        var rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : nearest(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int nearest(int[][] rows, String a, String b, int i, int j) {
        char here = a.charAt(i - 1);
        char there = b.charAt(j - 1);
        int replaced = rows[i - 1][j - 1] + (here == there ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && here == b.charAt(j - 2) && there == a.charAt(i - 2);
        return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
    }
}
