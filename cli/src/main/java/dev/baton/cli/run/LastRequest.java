package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Patience;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.Consumer;

/// A request that has to leave this process before the process may end. Any thread may call it.
final class LastRequest {
    /// Who presses Ctrl-C twice is in a hurry, but not in such a hurry.
    private static final String OVER = "ALREADY_FINISHED";

    private static final Duration LONGEST = Duration.ofSeconds(5);

    private @Nullable Thread sending;

    /// What is asked for.
    interface Asked {
        void ask() throws ClientException;
    }

    /// Asks until there is an answer, or for a short while.
    ///
    /// @param onFailure hears why it was in vain; not of a refusal because it is over already
    static void untilHeard(Asked request, Consumer<String> onFailure) {
        var patience = new Patience();
        patience.hurry();
        try {
            while (true) {
                try {
                    request.ask();
                    return;
                } catch (ClientException e) {
                    patience.pauseAfter(e);
                }
            }
        } catch (ClientException e) {
            if (!e.code().equals(OVER)) {
                onFailure.accept(String.valueOf(e.getMessage()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

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
