package dev.baton.cli.run;

import dev.baton.cli.output.Screen;

import org.jspecify.annotations.Nullable;

/// What Ctrl-C means. Before anything is submitted it ends this process; then it cancels what was submitted, and a second one
/// leaves that to itself.
public final class Interrupts {
    private final Screen screen;
    private Runnable beforeLeaving = () -> {};
    private @Nullable Watched watched;
    private boolean canceled;

    /// What was submitted, and is waited for.
    public interface Watched {
        /// Asks for its end, and does not wait.
        void cancel();

        /// Returns when the orchestrator knows of the cancel, or cannot be told in any reasonable time.
        void awaitCancelSent();

        /// What it is called.
        String name();

        /// The command that shows what becomes of it.
        String question();
    }

    public Interrupts(Screen screen) {
        this.screen = screen;
        for (String signal : new String[] {"INT", "TERM", "HUP"}) {
            Signals.on(signal, this::interrupted);
        }
    }

    /// What must not be left behind.
    public synchronized void beforeLeaving(Runnable action) {
        beforeLeaving = action;
    }

    /// From now on there is something to cancel.
    public synchronized void cancel(Watched submitted) {
        watched = submitted;
    }

    private synchronized void interrupted() {
        Watched running = watched;
        if (running == null) {
            leave();
        } else if (!canceled) {
            canceled = true;
            screen.say("baton: canceling; Ctrl-C again leaves it to itself");
            running.cancel();
        } else {
            running.awaitCancelSent(); // or it would go on for ever
            screen.say(
                    "baton: left %s; `%s` shows what becomes of it"
                            .formatted(running.name(), running.question()));
            leave();
        }
    }

    /// At once: the other threads wait for answers that nobody wants any more.
    private void leave() {
        screen.endStatus();
        beforeLeaving.run();
        Runtime.getRuntime().halt(JobResult.CANCELED);
    }
}
