package dev.baton.protocol.submit;

import dev.baton.core.Shown;
import dev.baton.protocol.Surrogates;

import tools.jackson.databind.JsonNode;

import java.util.function.Predicate;

/// What a text in a submission may be.
///
/// @param quotable whether an error may quote it; what may be a secret may not be
record TextRule(String expected, Predicate<String> rule, boolean quotable) {

    /// 1 or more characters without control characters, not beginning or ending with a space.
    static TextRule name(int most) {
        return new TextRule(
                "1 to %d plain characters".formatted(most),
                text ->
                        !text.isBlank()
                                && text.length() <= most
                                && text.equals(text.strip())
                                && text.codePoints().allMatch(Shown::isPlain),
                true);
    }

    /// A name without any space.
    static TextRule word(int most) {
        TextRule name = name(most);
        return new TextRule(
                "1 to %d plain characters without spaces".formatted(most),
                text -> name.allows(text) && text.chars().noneMatch(Character::isWhitespace),
                true);
    }

    /// What a shell or a program reads: anything but NUL, which ends a text for them.
    static TextRule content(int least, int most) {
        return new TextRule(
                "a text of %d to %d characters without NUL".formatted(least, most),
                text ->
                        text.length() >= least
                                && text.length() <= most
                                && text.indexOf(0) < 0
                                && Surrogates.arePaired(text),
                false);
    }

    /// The name of an environment variable.
    static TextRule variable(int most) {
        return new TextRule(
                "1 to %d characters of A-Z a-z 0-9 _, not beginning with a digit".formatted(most),
                text ->
                        !text.isEmpty()
                                && text.length() <= most
                                && !Character.isDigit(text.charAt(0))
                                && text.chars().allMatch(TextRule::isVariablePart),
                true);
    }

    boolean allows(String text) {
        return rule.test(text);
    }

    String shown(JsonNode value) {
        if (quotable || value.isContainer()) {
            return Values.shown(value);
        }
        return value.isString()
                ? "%d characters".formatted(value.stringValue().length())
                : "a value that is not text";
    }

    private static boolean isVariablePart(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_';
    }
}
