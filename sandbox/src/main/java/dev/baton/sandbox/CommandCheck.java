package dev.baton.sandbox;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Refuses what the kernel would misunderstand, before anything is started.
final class CommandCheck {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    private CommandCheck() {}

    /// Becomes part of file names and of the environment.
    static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new SandboxException(
                    "the name of a box is 1 to 128 letters, digits, '-' and '_', not '%s'"
                            .formatted(name));
        }
    }

    static void checkEnvironment(Map<String, String> environment) {
        environment.forEach(
                (name, value) -> {
                    if (name.isEmpty() || name.indexOf('=') >= 0 || hasNul(name)) {
                        throw new SandboxException(
                                "the name of a variable has at least one character, and neither '=' nor NUL;"
                                        + " this one does not: '%s'"
                                                .formatted(name.replace('\0', '?')));
                    }
                    // The value may be a secret, and is not shown.
                    if (hasNul(value)) {
                        throw new SandboxException(
                                "the value of the variable %s contains NUL".formatted(name));
                    }
                });
    }

    static void checkCommand(List<String> command) {
        if (command.isEmpty() || command.getFirst().isEmpty()) {
            throw new SandboxException(
                    "a command begins with the name of a program; this one has none");
        }
        for (int i = 0; i < command.size(); i++) {
            if (hasNul(command.get(i))) {
                throw new SandboxException("word %d of the command contains NUL".formatted(i + 1));
            }
        }
    }

    /// A relative one must stay in the box. An absolute one is taken as it is.
    static Path workdir(Path box, String workdir) {
        Path path;
        try {
            path = box.resolve(workdir).normalize();
        } catch (InvalidPathException e) {
            throw new SandboxException("the workdir is no path: " + e.getReason(), e);
        }
        if (!workdir.startsWith("/") && !path.startsWith(box)) {
            throw new SandboxException(
                    "the workdir '%s' leads out of the directory of the box".formatted(workdir));
        }
        if (!Files.isDirectory(path)) {
            throw new SandboxException("the workdir '%s' is no directory".formatted(workdir));
        }
        return path;
    }

    private static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
