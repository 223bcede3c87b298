package dev.baton.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What the first word of a command stands for.
sealed interface Program {
    /// Where a program is looked for if the environment does not say.
    String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    record Found(Path file) implements Program {}

    record NotFound() implements Program {}

    record NotExecutable() implements Program {}

    /// Looks for it as a shell does: by its path if it has a slash, else in the directories of `PATH`.
    static Program find(String name, Path workdir, Map<String, String> environment) {
        if (name.indexOf('/') >= 0) {
            return look(workdir.resolve(name));
        }
        Program best = new NotFound();
        for (String directory : environment.getOrDefault("PATH", DEFAULT_PATH).split(":", -1)) {
            switch (look(workdir.resolve(directory).resolve(name))) {
                case Found found -> {
                    return found;
                }
                case NotExecutable other -> best = other;
                case NotFound _ -> {}
            }
        }
        return best;
    }

    private static Program look(Path file) {
        if (!Files.exists(file)) {
            return new NotFound();
        }
        return Files.isRegularFile(file) && Files.isExecutable(file)
                ? new Found(file)
                : new NotExecutable();
    }
}
