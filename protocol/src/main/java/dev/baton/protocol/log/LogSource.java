package dev.baton.protocol.log;

import org.jspecify.annotations.Nullable;

/// Who said a line.
public enum LogSource {
    STDOUT("stdout"),
    STDERR("stderr"),
    /// The runner itself.
    BATON("baton");

    private final String word;

    LogSource(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static @Nullable LogSource ofWord(String word) {
        for (LogSource source : values()) {
            if (source.word.equals(word)) {
                return source;
            }
        }
        return null;
    }
}
