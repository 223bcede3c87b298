package dev.baton.cli.output;

import java.util.Map;

/// What is a terminal, as the launcher found out: Java can not ask without loading half a library.
///
/// @param in whether somebody types
/// @param colours whether what is printed to standard error may be coloured
public record Terminal(boolean in, boolean out, boolean err, boolean colours) {
    /// Set by the launcher: the numbers of the streams that are terminals, such as `012`.
    public static final String PROPERTY = "baton.terminal";

    public static final Terminal NONE = new Terminal(false, false, false, false);

    public static Terminal ofThisProcess() {
        return of(System.getProperty(PROPERTY, ""), System.getenv());
    }

    static Terminal of(String streams, Map<String, String> environment) {
        boolean plain =
                !environment.getOrDefault("NO_COLOR", "").isEmpty()
                        || environment.getOrDefault("TERM", "").equals("dumb");
        return new Terminal(
                streams.contains("0"), streams.contains("1"), streams.contains("2"), !plain);
    }

    public Style outStyle() {
        return new Style(out && colours);
    }

    public Style errStyle() {
        return new Style(err && colours);
    }
}
