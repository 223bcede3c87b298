package dev.baton.workspace;

import dev.baton.workspace.glob.PathPattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The patterns of one directory that say what is left out, in the syntax of `.gitignore`.
record IgnoreFile(List<Rule> rules) {
    static final IgnoreFile NONE = new IgnoreFile(List.of());

    /// One line.
    ///
    /// @param keeps a line with `!`: what it matches is not left out after all
    record Rule(PathPattern pattern, boolean directoriesOnly, boolean keeps) {}

    static IgnoreFile parse(String text) {
        var rules = new ArrayList<Rule>();
        text.lines().forEach(line -> rule(line).ifPresent(rules::add));
        return new IgnoreFile(List.copyOf(rules));
    }

    /// The last of several files counts most.
    IgnoreFile then(IgnoreFile more) {
        var all = new ArrayList<>(rules);
        all.addAll(more.rules);
        return new IgnoreFile(List.copyOf(all));
    }

    /// Whether these patterns leave the path out or keep it; empty if none of them matches.
    ///
    /// @param path relative to the directory that the patterns are of
    Optional<Boolean> leavesOut(List<String> path, boolean isDirectory) {
        for (Rule rule : rules.reversed()) {
            if ((isDirectory || !rule.directoriesOnly) && rule.pattern.matches(path)) {
                return Optional.of(!rule.keeps);
            }
        }
        return Optional.empty();
    }

    private static Optional<Rule> rule(String line) {
        String text = withoutTrailingSpaces(line);
        if (text.isEmpty() || text.startsWith("#")) {
            return Optional.empty();
        }
        boolean keeps = text.startsWith("!");
        if (keeps) {
            text = text.substring(1);
        }
        boolean directoriesOnly = text.endsWith("/") && !text.endsWith("\\/");
        if (directoriesOnly) {
            text = text.substring(0, text.length() - 1);
        }
        if (text.isEmpty() || text.equals("/")) {
            return Optional.empty();
        }
        boolean anchored = text.indexOf('/') >= 0;
        if (text.startsWith("/")) {
            text = text.substring(1);
        }
        return Optional.of(
                new Rule(
                        PathPattern.parse(anchored ? text : "**/" + text), directoriesOnly, keeps));
    }

    private static String withoutTrailingSpaces(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ' && !(end > 1 && isEscape(line, end - 2))) {
            end--;
        }
        return line.substring(0, end);
    }

    /// Whether the backslash here escapes what follows, and is not escaped itself.
    private static boolean isEscape(String line, int at) {
        int backslashes = 0;
        while (at >= 0 && line.charAt(at) == '\\') {
            backslashes++;
            at--;
        }
        return backslashes % 2 == 1;
    }
}
