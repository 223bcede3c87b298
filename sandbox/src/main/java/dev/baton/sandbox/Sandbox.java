package dev.baton.sandbox;

import java.util.Set;

/// Opens boxes on this machine. Any thread may call it.
public interface Sandbox extends AutoCloseable {
    /// What this machine can do.
    Set<Isolation> available();

    /// Opens an empty box.
    ///
    /// @throws SandboxException if the machine cannot
    Box open(BoxPlan plan);

    /// Closes every box that is still open.
    @Override
    void close();
}
