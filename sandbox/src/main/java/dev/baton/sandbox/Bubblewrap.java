package dev.baton.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Wraps commands so that they see the file system read-only but for their box, with a `/tmp`, `/dev` and `/proc` of their own, and
/// none of the processes outside, and if it is asked for no network.
///
/// Each command has a process namespace of its own. It lives on while there are processes in it, because what a command leaves in
/// the background may.
final class Bubblewrap {
    private static final Duration LONGEST_TRIAL = Duration.ofSeconds(10);

    private final Path program;

    private Bubblewrap(Path program) {
        this.program = program;
    }

    /// Tries it: that it is installed does not mean that it is allowed to do what it is for.
    static Optional<Bubblewrap> find(Path scratch) {
        String path = System.getenv().getOrDefault("PATH", Program.DEFAULT_PATH);
        return Program.find("bwrap", scratch, Map.of("PATH", path))
                        instanceof Program.Found(Path program)
                ? Optional.of(new Bubblewrap(program))
                        .filter(bubblewrap -> bubblewrap.works(scratch, true))
                : Optional.empty();
    }

    Path program() {
        return program;
    }

    /// The command in its wrap.
    ///
    /// @param temporary becomes `/tmp`
    /// @param network whether the command finds the network of this machine
    List<String> wrap(
            List<String> command, Path directory, Path temporary, Path workdir, boolean network) {
        List<String> wrapped = new ArrayList<>(List.of(program.toString(), "--ro-bind", "/", "/"));
        wrapped.addAll(List.of("--dev", "/dev", "--proc", "/proc"));
        // Before the directory of the box, which may be below /tmp.
        wrapped.addAll(List.of("--bind", temporary.toString(), "/tmp"));
        wrapped.addAll(List.of("--bind", directory.toString(), directory.toString()));
        wrapped.addAll(List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts"));
        if (!network) {
            wrapped.add("--unshare-net"); // with a loopback interface that is up
        }
        wrapped.addAll(List.of("--chdir", workdir.toString(), "--"));
        wrapped.addAll(command);
        return wrapped;
    }

    /// Tries whether commands can be kept from the network too.
    boolean canLeaveOutNetwork(Path scratch) {
        return works(scratch, false);
    }

    private boolean works(Path scratch, boolean network) {
        List<String> trial = wrap(List.of("true"), scratch, scratch, scratch, network);
        int pid =
                new Spawn(
                                program.toString(),
                                trial,
                                Map.of("PATH", Program.DEFAULT_PATH),
                                scratch,
                                Descriptors.NONE)
                        .start();
        if (pid < 0) {
            return false;
        }
        int pidfd = Kernel.openProcess(pid);
        try {
            boolean ended = Kernel.poll((int) LONGEST_TRIAL.toMillis(), pidfd)[0];
            if (!ended) {
                Kernel.signal(pid, Signal.KILL);
                Kernel.poll(-1, pidfd);
            }
            return Kernel.reap(pid) == 0;
        } finally {
            Kernel.close(pidfd);
        }
    }
}
