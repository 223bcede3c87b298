package dev.baton.supervisor;

import dev.baton.sandbox.Box;
import dev.baton.sandbox.BoxPlan;
import dev.baton.sandbox.Exit;
import dev.baton.sandbox.Isolation;
import dev.baton.sandbox.Output;
import dev.baton.sandbox.Sandbox;
import dev.baton.sandbox.SandboxException;
import dev.baton.settings.UserEnvironment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs a command beside the worker, for a bounded time, and leaves nothing of it.
final class SideCommand {
    private static final Logger log = LoggerFactory.getLogger(SideCommand.class);

    private final Sandbox sandbox;
    private final Path directory;
    private final OurOutput output;

    SideCommand(Sandbox sandbox, Path directory, OurOutput output) {
        this.sandbox = sandbox;
        this.directory = directory;
        this.output = output;
    }

    /// Runs it.
    ///
    /// @param name tells it apart from what runs at the same time
    /// @return whether it succeeded
    boolean run(String name, List<String> command, Map<String, String> extra, Duration longest)
            throws InterruptedException {
        Map<String, String> environment = new HashMap<>(UserEnvironment.ofThisProcess());
        environment.putAll(extra);
        Output copy =
                (source, bytes, length) -> {
                    switch (source) {
                        case STDOUT -> output.print(bytes, 0, length);
                        case STDERR -> output.printError(bytes, length);
                    }
                };
        try (Box box = sandbox.open(new BoxPlan(name, directory, environment, Isolation.PROCESS))) {
            Optional<Exit> exit = box.start(command, ".", copy).await(longest);
            if (exit.isEmpty()) {
                log.warn("command took too long, killed command={} longest={}", name, longest);
            } else if (!exit.get().isSuccess()) {
                log.warn("command failed command={} code={}", name, exit.get().code());
            }
            return exit.map(Exit::isSuccess).orElse(false);
        } catch (SandboxException e) {
            log.warn("command could not be run command={} cause={}", name, e.getMessage());
            return false;
        }
    }
}
