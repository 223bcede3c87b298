package dev.baton.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The pipes of a command. To close them closes our copies of its ends; and ours, unless somebody has taken them.
final class Pipes implements AutoCloseable {
    private final Optional<Kernel.Pipe> stdin;
    private final Kernel.Pipe stdout;
    private final Kernel.Pipe stderr;
    private boolean areTaken;

    private Pipes(Optional<Kernel.Pipe> stdin, Kernel.Pipe stdout, Kernel.Pipe stderr) {
        this.stdin = stdin;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /// For a command that prints.
    static Pipes forOutput() {
        List<Kernel.Pipe> opened = open(2);
        return new Pipes(Optional.empty(), opened.get(0), opened.get(1));
    }

    /// For a command that prints, and listens.
    static Pipes forConversation() {
        List<Kernel.Pipe> opened = open(3);
        return new Pipes(Optional.of(opened.get(2)), opened.get(0), opened.get(1));
    }

    private static List<Kernel.Pipe> open(int count) {
        var opened = new ArrayList<Kernel.Pipe>(count);
        try {
            while (opened.size() < count) {
                opened.add(Kernel.openPipe());
            }
            return opened;
        } catch (SandboxException e) {
            for (Kernel.Pipe pipe : opened) {
                Kernel.close(pipe.readEnd());
                Kernel.close(pipe.writeEnd());
            }
            throw e;
        }
    }

    /// The ends that the command gets.
    Descriptors ofCommand() {
        return new Descriptors(
                stdin.map(Kernel.Pipe::readEnd).orElse(Descriptors.NOWHERE),
                stdout.writeEnd(),
                stderr.writeEnd());
    }

    Kernel.Pipe stdout() {
        return stdout;
    }

    Kernel.Pipe stderr() {
        return stderr;
    }

    /// Our end of what the command reads, to be closed by who asked for it.
    OutputStream input() throws IOException {
        return stdin.isEmpty()
                ? OutputStream.nullOutputStream()
                // A descriptor of its own, so that Java may close it.
                : Files.newOutputStream(Path.of("/proc/self/fd/" + stdin.get().writeEnd()));
    }

    /// Others will close the ends to read from.
    void taken() {
        areTaken = true;
    }

    @Override
    public void close() {
        stdin.ifPresent(
                pipe -> {
                    Kernel.close(pipe.readEnd());
                    Kernel.close(pipe.writeEnd());
                });
        Kernel.close(stdout.writeEnd());
        Kernel.close(stderr.writeEnd());
        if (!areTaken) {
            Kernel.close(stdout.readEnd());
            Kernel.close(stderr.readEnd());
        }
    }
}
