package dev.baton.workspace.glob;

import java.util.ArrayList;
import java.util.List;

/// A pattern for one name in a path: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before a character that is meant literally.
record NamePattern(List<Token> tokens) {

    /// What one character of a name, or any number of them, may be.
    sealed interface Token {
        record Literal(int character) implements Token {}

        record AnyOne() implements Token {}

        record AnyNumber() implements Token {}

        record OneOf(List<Range> ranges, boolean inverted) implements Token {}
    }

    record Range(int from, int to) {}

    NamePattern {
        tokens = List.copyOf(tokens);
    }

    /// Reads a pattern that has no `/` outside of brackets. A `[` that is never closed means itself.
    static NamePattern parse(String text) {
        int[] c = text.codePoints().toArray();
        var tokens = new ArrayList<Token>();
        int i = 0;
        while (i < c.length) {
            switch (c[i]) {
                case '*' -> {
                    if (tokens.isEmpty() || !(tokens.getLast() instanceof Token.AnyNumber)) {
                        tokens.add(new Token.AnyNumber());
                    }
                    i++;
                }
                case '?' -> {
                    tokens.add(new Token.AnyOne());
                    i++;
                }
                case '[' -> {
                    int end = BracketReader.endOf(c, i);
                    if (end < 0) {
                        tokens.add(new Token.Literal('['));
                        i++;
                    } else {
                        tokens.add(BracketReader.read(c, i, end));
                        i = end + 1;
                    }
                }
                case '\\' -> {
                    boolean last = i + 1 == c.length;
                    tokens.add(new Token.Literal(last ? '\\' : c[i + 1]));
                    i += 2;
                }
                default -> {
                    tokens.add(new Token.Literal(c[i]));
                    i++;
                }
            }
        }
        return new NamePattern(tokens);
    }

    boolean matches(String name) {
        int[] c = name.codePoints().toArray();
        int at = 0;
        int token = 0;
        int starAt = -1;
        int resume = 0;
        while (at < c.length) {
            if (token < tokens.size() && tokens.get(token) instanceof Token.AnyNumber) {
                starAt = token++;
                resume = at;
            } else if (token < tokens.size() && matches(tokens.get(token), c[at])) {
                token++;
                at++;
            } else if (starAt >= 0) {
                token = starAt + 1; // the last star takes one more
                at = ++resume;
            } else {
                return false;
            }
        }
        while (token < tokens.size() && tokens.get(token) instanceof Token.AnyNumber) {
            token++;
        }
        return token == tokens.size();
    }

    private static boolean matches(Token token, int character) {
        return switch (token) {
            case Token.Literal literal -> literal.character == character;
            case Token.AnyOne _ -> true;
            case Token.AnyNumber _ -> false;
            case Token.OneOf oneOf ->
                    oneOf.ranges.stream().anyMatch(r -> r.from <= character && character <= r.to)
                            != oneOf.inverted;
        };
    }
}
