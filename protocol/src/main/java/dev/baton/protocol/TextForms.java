package dev.baton.protocol;

import dev.baton.core.Shown;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.function.Predicate;

/// The forms of text.
public final class TextForms {
    private TextForms() {}

    /// A name: 1 or more characters, none of them a control character.
    static JsonForm<String> name(int most) {
        return checked(
                "1 to %d characters, none of them a control character".formatted(most),
                most,
                TextForms::isName);
    }

    /// What people or tools wrote: anything that every store and terminal can keep.
    public static JsonForm<String> prose(int most) {
        return checked(
                "at most %d characters of Unicode, none of them NUL".formatted(most),
                most,
                TextForms::isProse);
    }

    /// Text that is cut to its limit, without what no store can keep: for what people look at and nothing depends on.
    static JsonForm<String> clipped(int max) {
        return JsonForm.of(in -> clip(text(in), max), JsonGenerator::writeString);
    }

    private static String clip(String text, int max) {
        String kept = isProse(text) ? text : Surrogates.repaired(text.replace('\0', '\uFFFD'));
        if (kept.length() <= max) {
            return kept;
        }
        return kept.substring(0, Character.isHighSurrogate(kept.charAt(max - 1)) ? max - 1 : max);
    }

    /// The text that the parser is on, whatever it is.
    public static String text(JsonParser in) {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw ProtocolException.expected("text", Came.as(in));
        }
        return in.getString();
    }

    static boolean isName(String text) {
        return !text.isEmpty() && text.codePoints().allMatch(Shown::isPlain);
    }

    static boolean isProse(String text) {
        return StorableText.is(text);
    }

    private static JsonForm<String> checked(String expected, int most, Predicate<String> allowed) {
        return JsonForm.of(
                in -> {
                    String text = text(in);
                    if (text.length() > most) {
                        throw new ProtocolException(
                                ErrorCode.TOO_LARGE,
                                "expected %s, got %d characters"
                                        .formatted(expected, text.length()));
                    }
                    if (!allowed.test(text)) {
                        throw ProtocolException.expected(expected, Came.as(in));
                    }
                    return text;
                },
                JsonGenerator::writeString);
    }
}
