package dev.baton.chaos.proof;

import dev.baton.chaos.estate.Estate;
import dev.baton.chaos.proof.Violation.Kind;
import dev.baton.testkit.process.Launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The whole store against its audit trails, and these against the rules: `baton audit verify`.
public final class StoreAudit {
    private static final String STORE = "store";

    private final Estate estate;
    private final Launcher launcher;
    private final Path directory;

    /// @param directory where the command is started
    public StoreAudit(Estate estate, Launcher launcher, Path directory) {
        this.estate = estate;
        this.launcher = launcher;
        this.directory = directory;
    }

    /// What it found. Nothing else runs.
    public List<Violation> check() throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("audit", "verify", "--data=" + estate.data()));
        estate.postgres().ifPresent(_ -> arguments.add("--postgres=" + estate.jdbcUrl()));
        Process process = launcher.start(directory, arguments);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() == 0) {
            return List.of();
        }
        return said.lines().map(line -> new Violation(Kind.BROKEN_PROMISE, STORE, line)).toList();
    }
}
