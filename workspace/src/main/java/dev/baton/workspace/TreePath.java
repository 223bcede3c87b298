package dev.baton.workspace;

import dev.baton.core.Shown;
import dev.baton.workspace.WorkspaceException.Code;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/// What a path in a tree may be: relative, plain names, nothing that leads elsewhere.
final class TreePath {
    static final int MOST_BYTES = 4096;
    static final int MOST_NAME_BYTES = 255;
    static final int MOST_NAMES = 256;

    /// The order of the paths in UTF-8, which every language can compare in.
    static final Comparator<String> ORDER = TreePath::compare;

    private TreePath() {}

    /// @throws WorkspaceException that says what is wrong with the path
    static void require(String path) {
        String problem = problem(path);
        if (!problem.isEmpty()) {
            throw new WorkspaceException(
                    Code.INVALID_TREE, "path '%s': %s".formatted(Shown.of(path), problem));
        }
    }

    /// What is wrong with a path; empty if nothing is.
    static String problem(String path) {
        if (path.isEmpty()) {
            return "expected a name, got nothing";
        }
        if (!isText(path)) {
            return "expected text that UTF-8 can write, without NUL";
        }
        if (path.length() > MOST_BYTES || bytes(path) > MOST_BYTES) {
            return "expected at most %d bytes".formatted(MOST_BYTES);
        }
        String[] names = path.split("/", -1);
        if (names.length > MOST_NAMES) {
            return "expected at most %d names".formatted(MOST_NAMES);
        }
        for (String name : names) {
            if (name.isEmpty()) {
                return "expected a relative path without empty names";
            }
            if (name.equals(".") || name.equals("..")) {
                return "expected names, got '%s'".formatted(name);
            }
            if (bytes(name) > MOST_NAME_BYTES) {
                return "expected names of at most %d bytes".formatted(MOST_NAME_BYTES);
            }
        }
        return "";
    }

    /// Whether a text survives UTF-8, and ends where it ends for the operating system too.
    static boolean isText(String text) {
        return text.indexOf(0) < 0
                && StandardCharsets.UTF_8.newEncoder().canEncode(text)
                && text.indexOf('\uFFFD') < 0;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int compare(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // Surrogates stand for what comes after all other characters.
                boolean highX = Character.isSurrogate(x);
                boolean highY = Character.isSurrogate(y);
                return highX == highY ? Character.compare(x, y) : highX ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
