package dev.baton.workspace.glob;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// A pattern for a path: names with `/` between them, where `**` stands for any number of names.
///
/// `a/**` is everything below `a`, at least one name deep; `a/**/b` is also `a/b`.
public final class PathPattern {
    /// A null is `**`.
    private final List<@Nullable NamePattern> names;

    private PathPattern(List<@Nullable NamePattern> names) {
        this.names = names;
    }

    public static PathPattern parse(String text) {
        var names = new ArrayList<@Nullable NamePattern>();
        for (String part : parts(text)) {
            if (part.equals("**")) {
                if (names.isEmpty() || names.getLast() != null) {
                    names.add(null);
                }
            } else {
                names.add(NamePattern.parse(part));
            }
        }
        return new PathPattern(names);
    }

    public boolean matches(List<String> path) {
        int name = 0;
        int at = 0;
        int starAt = -1;
        int resume = 0;
        while (at < path.size()) {
            NamePattern expected = name < names.size() ? names.get(name) : null;
            if (name < names.size() && expected == null) {
                if (name == names.size() - 1) {
                    return true;
                }
                starAt = name++;
                resume = at;
            } else if (expected != null && expected.matches(path.get(at))) {
                name++;
                at++;
            } else if (starAt >= 0) {
                name = starAt + 1; // the last ** takes one more
                at = ++resume;
            } else {
                return false;
            }
        }
        return name == names.size();
    }

    /// Whether something below this directory may match.
    public boolean mayMatchBelow(List<String> directory) {
        for (int i = 0; i < directory.size(); i++) {
            if (i >= names.size()) {
                return false;
            }
            NamePattern expected = names.get(i);
            if (expected == null) {
                return true;
            }
            if (!expected.matches(directory.get(i))) {
                return false;
            }
        }
        return directory.size() < names.size();
    }

    /// The parts between slashes, but not those within brackets or behind a backslash.
    private static List<String> parts(String text) {
        var parts = new ArrayList<String>();
        var part = new StringBuilder();
        int[] c = text.codePoints().toArray();
        for (int i = 0; i < c.length; i++) {
            if (c[i] == '\\' && i + 1 < c.length) {
                part.appendCodePoint(c[i]).appendCodePoint(c[++i]);
            } else if (c[i] == '[' && BracketReader.endOf(c, i) > 0) {
                int end = BracketReader.endOf(c, i);
                for (; i < end; i++) {
                    part.appendCodePoint(c[i]);
                }
                part.appendCodePoint(c[i]);
            } else if (c[i] == '/') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.appendCodePoint(c[i]);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
