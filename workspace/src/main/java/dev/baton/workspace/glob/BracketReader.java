package dev.baton.workspace.glob;

import dev.baton.workspace.glob.NamePattern.Range;
import dev.baton.workspace.glob.NamePattern.Token;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads what stands between brackets: `[abc]`, `[a-z]`, `[!a-z]`, `[^a-z]`, `[]x]`, `[[:digit:]]`.
final class BracketReader {
    private static final Map<String, List<Range>> CLASSES =
            Map.of(
                    "alnum", List.of(new Range('0', '9'), new Range('A', 'Z'), new Range('a', 'z')),
                    "alpha", List.of(new Range('A', 'Z'), new Range('a', 'z')),
                    "blank", List.of(new Range(' ', ' '), new Range('\t', '\t')),
                    "digit", List.of(new Range('0', '9')),
                    "lower", List.of(new Range('a', 'z')),
                    "punct",
                            List.of(
                                    new Range('!', '/'),
                                    new Range(':', '@'),
                                    new Range('[', '`'),
                                    new Range('{', '~')),
                    "space", List.of(new Range(' ', ' '), new Range('\t', '\r')),
                    "upper", List.of(new Range('A', 'Z')),
                    "xdigit",
                            List.of(new Range('0', '9'), new Range('A', 'F'), new Range('a', 'f')));

    private BracketReader() {}

    /// Where the bracket that opens here is closed, or -1 if it is not.
    static int endOf(int[] c, int open) {
        int i = open + 1;
        if (i < c.length && (c[i] == '!' || c[i] == '^')) {
            i++;
        }
        boolean first = true;
        while (i < c.length) {
            if (c[i] == ']' && !first) {
                return i;
            }
            first = false;
            if (c[i] == '\\') {
                i += 2;
            } else if (classEnd(c, i) >= 0) {
                i = classEnd(c, i);
            } else {
                i++;
            }
        }
        return -1;
    }

    static Token.OneOf read(int[] c, int open, int end) {
        int i = open + 1;
        boolean inverted = c[i] == '!' || c[i] == '^';
        if (inverted) {
            i++;
        }
        var ranges = new ArrayList<Range>();
        while (i < end) {
            int classEnd = classEnd(c, i);
            if (classEnd >= 0) {
                ranges.addAll(CLASSES.getOrDefault(className(c, i, classEnd), List.of()));
                i = classEnd;
                continue;
            }
            if (c[i] == '\\' && i + 1 < end) {
                i++;
            }
            int from = c[i++];
            int to = from;
            if (i + 1 < end && c[i] == '-') {
                i++;
                if (c[i] == '\\' && i + 1 < end) {
                    i++;
                }
                to = c[i++];
            }
            ranges.add(new Range(from, to));
        }
        return new Token.OneOf(List.copyOf(ranges), inverted);
    }

    /// The end of a `[:name:]` that begins here, or -1.
    private static int classEnd(int[] c, int i) {
        if (i + 1 >= c.length || c[i] != '[' || c[i + 1] != ':') {
            return -1;
        }
        for (int j = i + 2; j + 1 < c.length; j++) {
            if (c[j] == ':' && c[j + 1] == ']') {
                return j + 2;
            }
            if (c[j] < 'a' || c[j] > 'z') {
                return -1;
            }
        }
        return -1;
    }

    private static String className(int[] c, int start, int end) {
        return new String(c, start + 2, end - start - 4);
    }
}
