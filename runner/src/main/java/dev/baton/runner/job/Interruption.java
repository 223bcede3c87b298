package dev.baton.runner.job;

import java.time.Duration;

/// Why work does not go on until its own end.
public sealed interface Interruption {
    /// Somebody does not want it any more, and waits to hear that it has stopped.
    record Canceled(String reason, Duration deadline) implements Interruption {}

    /// It took as long as it may.
    record TimeUp() implements Interruption {}

    /// The runner is being shut down.
    record GivenBack(String reason) implements Interruption {}

    /// The lease is gone.
    record Lost(String reason) implements Interruption {}
}
