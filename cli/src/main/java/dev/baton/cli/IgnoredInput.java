package dev.baton.cli;

import dev.baton.cli.output.Screen;

import java.io.IOException;

/// Says, once, that somebody pipes something into a command that does not read it.
final class IgnoredInput {
    private final Screen screen;
    private boolean mentioned;

    IgnoredInput(Screen screen) {
        this.screen = screen;
    }

    /// Looks whether there is something to read now. What is there stays there: it may be meant for another command.
    ///
    /// @param isRead whether the command reads it after all
    void mention(boolean isRead) {
        if (isRead || mentioned || screen.terminal().in()) {
            return;
        }
        try {
            if (System.in.available() > 0) {
                mentioned = true;
                screen.say(
                        "baton: standard input is not passed on; `baton run --stdin` passes up to 1 MiB of it");
            }
        } catch (IOException _) {
            // there is none
        }
    }
}
