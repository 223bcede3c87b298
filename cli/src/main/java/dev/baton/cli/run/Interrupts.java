package dev.baton.cli.run;

import dev.baton.cli.output.Screen;
import dev.baton.cli.run.RunDraft.Submitted;

import org.jspecify.annotations.Nullable;

/// What Ctrl-C means. Before anything is submitted it ends this process; then it cancels the run, and a second one
/// leaves the run to itself.
public final class Interrupts {
    private final Screen screen;
    private Runnable beforeLeaving = () -> {};
    private @Nullable RunWatch watch;
    private String run = "";
    private boolean canceled;

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
    public synchronized void cancel(RunWatch submitted, Submitted what) {
        watch = submitted;
        run = what.run();
    }

    private synchronized void interrupted() {
        RunWatch running = watch;
        if (running == null) {
            leave();
        } else if (!canceled) {
            canceled = true;
            screen.say("baton: canceling; Ctrl-C again leaves it to itself");
            running.cancel("interrupted by the one who submitted it");
        } else {
            running.awaitCancelSent(); // or it would go on for ever
            screen.say(
                    "baton: left %s; `baton jobs --run %s` shows what becomes of it"
                            .formatted(run, run));
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
