package dev.baton.cli.output;

import dev.baton.protocol.log.LogLine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// What the runner itself said in a log: shown at once to those who want to know, else kept until something goes wrong.
public final class RunnerWords {
    private static final int MOST_KEPT = 20;

    private final Screen screen;
    private final boolean atOnce;
    private final Deque<String> kept = new ArrayDeque<>();

    public RunnerWords(Screen screen, boolean atOnce) {
        this.screen = screen;
        this.atOnce = atOnce;
    }

    synchronized void add(LogLine line) {
        String text = new String(line.bytes(), StandardCharsets.UTF_8);
        if (atOnce) {
            screen.sayDim(text);
            return;
        }
        if (kept.size() == MOST_KEPT) {
            kept.removeFirst();
        }
        kept.addLast(text);
    }

    /// Shows the newest of what was kept.
    public synchronized void show() {
        kept.forEach(screen::sayDim);
        kept.clear();
    }
}
