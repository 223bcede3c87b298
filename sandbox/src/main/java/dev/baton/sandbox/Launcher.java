package dev.baton.sandbox;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the commands of one box are started.
///
/// @param environment with the marker of the box
/// @param wrap what is put around them, if they are isolated
record Launcher(Path directory, Map<String, String> environment, Optional<Wrap> wrap) {
    /// Bubblewrap, and what is `/tmp` in it.
    ///
    /// @param network whether commands find the network of this machine
    record Wrap(Bubblewrap bubblewrap, Path temporary, boolean network) {}

    static Launcher of(BoxPlan plan, Path directory, Marker marker, Optional<Wrap> wrap) {
        Map<String, String> environment = new HashMap<>(plan.environment());
        environment.put(Marker.VARIABLE, marker.value());
        return new Launcher(directory, Map.copyOf(environment), wrap);
    }

    /// The environment may hold secrets, and is not printed.
    @Override
    public String toString() {
        return "Launcher[directory=%s]".formatted(directory);
    }

    boolean isWrapped() {
        return wrap.isPresent();
    }

    Spawn spawn(Path program, List<String> command, Path workdir, Descriptors descriptors) {
        return wrap.map(
                        w ->
                                new Spawn(
                                        w.bubblewrap().program().toString(),
                                        w.bubblewrap()
                                                .wrap(
                                                        command,
                                                        directory,
                                                        w.temporary(),
                                                        workdir,
                                                        w.network()),
                                        environment,
                                        workdir,
                                        descriptors))
                .orElseGet(
                        () ->
                                new Spawn(
                                        program.toString(),
                                        command,
                                        environment,
                                        workdir,
                                        descriptors));
    }

    /// Starts it.
    ///
    /// @return the process id
    static int start(Spawn spawn) {
        int pid = spawn.start();
        if (pid == -Kernel.ENOEXEC) {
            // A script that does not name its interpreter is the shell's.
            pid = spawn.byShell().start();
        }
        if (pid == -Kernel.E2BIG) {
            throw new SandboxException(
                    "the command and its environment are longer than this machine takes (%d words)"
                            .formatted(spawn.arguments().size()));
        }
        if (pid < 0) {
            throw new SandboxException(
                    "cannot start %s: error %d".formatted(spawn.program(), -pid));
        }
        return pid;
    }
}
