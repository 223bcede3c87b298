package dev.baton.runner.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What interprets a step: bash where there is one, so that a failure anywhere in a pipe is one; else sh.
public record Shell(List<String> start) {
    public static Shell ofThisMachine() {
        Path bash = Path.of("/bin/bash");
        return Files.isExecutable(bash)
                ? new Shell(List.of(bash.toString(), "-eo", "pipefail", "-c"))
                : new Shell(List.of("/bin/sh", "-e", "-c"));
    }

    List<String> command(String step) {
        var command = new java.util.ArrayList<>(start);
        command.add(step);
        return List.copyOf(command);
    }
}
