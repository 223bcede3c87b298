package dev.baton.sandbox;

/// The two pipes of a command. To close them closes our copies of the ends to write to; and the ends to read from, unless somebody
/// has taken them.
final class Pipes implements AutoCloseable {
    private final Kernel.Pipe stdout;
    private final Kernel.Pipe stderr;
    private boolean areTaken;

    private Pipes(Kernel.Pipe stdout, Kernel.Pipe stderr) {
        this.stdout = stdout;
        this.stderr = stderr;
    }

    static Pipes open() {
        Kernel.Pipe stdout = Kernel.openPipe();
        try {
            return new Pipes(stdout, Kernel.openPipe());
        } catch (SandboxException e) {
            Kernel.close(stdout.readEnd());
            Kernel.close(stdout.writeEnd());
            throw e;
        }
    }

    Kernel.Pipe stdout() {
        return stdout;
    }

    Kernel.Pipe stderr() {
        return stderr;
    }

    /// Others will close the ends to read from.
    void taken() {
        areTaken = true;
    }

    @Override
    public void close() {
        Kernel.close(stdout.writeEnd());
        Kernel.close(stderr.writeEnd());
        if (!areTaken) {
            Kernel.close(stdout.readEnd());
            Kernel.close(stderr.readEnd());
        }
    }
}
