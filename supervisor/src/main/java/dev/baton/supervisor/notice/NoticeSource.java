package dev.baton.supervisor.notice;

import java.io.IOException;
import java.util.Optional;

/// Somebody who may know that the machine is about to go away. Asked again and again, by one thread.
public interface NoticeSource {
    /// For logs.
    String name();

    /// Asks. Takes a few seconds at most.
    ///
    /// @throws IOException if it could not be asked; that means nothing
    Optional<TerminationNotice> ask() throws IOException, InterruptedException;
}
