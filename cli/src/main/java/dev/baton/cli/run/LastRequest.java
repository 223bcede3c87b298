package dev.baton.cli.run;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// A request that has to leave this process before the process may end. Any thread may call it.
final class LastRequest {
    /// Who presses Ctrl-C twice is in a hurry, but not in such a hurry.
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private @Nullable Thread sending;

    /// Sends it, on a thread of its own.
    synchronized void send(String name, Runnable request) {
        sending = Thread.ofPlatform().daemon().name(name).start(request);
    }

    /// Waits until it was answered, or for as long as anybody would.
    void await() {
        Thread under;
        synchronized (this) {
            under = sending;
        }
        try {
            if (under != null) {
                under.join(LONGEST);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
