package dev.baton.cli.run;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes arguments so that `sh` reads exactly them: nothing expands, nothing splits, no word is a keyword.
public final class ShellQuoting {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-]+");
    private static final Pattern PLAIN_ARGUMENT = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /// Words that mean something to `sh` where a command is expected. In quotes they are names like any other.
    private static final Set<String> KEYWORDS =
            Set.of(
                    "case",
                    "do",
                    "done",
                    "elif",
                    "else",
                    "esac",
                    "fi",
                    "for",
                    "function",
                    "if",
                    "in",
                    "select",
                    "then",
                    "time",
                    "until",
                    "while");

    private ShellQuoting() {}

    /// One command with its arguments.
    public static String command(List<String> words) {
        String name = words.getFirst();
        boolean plain = PLAIN.matcher(name).matches() && !KEYWORDS.contains(name);
        String arguments =
                words.stream().skip(1).map(ShellQuoting::argument).collect(Collectors.joining(" "));
        String quoted = plain ? name : quoted(name);
        return arguments.isEmpty() ? quoted : quoted + " " + arguments;
    }

    private static String argument(String word) {
        return PLAIN_ARGUMENT.matcher(word).matches() ? word : quoted(word);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
