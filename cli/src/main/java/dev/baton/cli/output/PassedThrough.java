package dev.baton.cli.output;

import dev.baton.protocol.log.LogLine;

import java.io.IOException;

/// A job's output as if its command had run here: standard output to standard output, standard error to standard error,
/// byte for byte. What the runner says goes elsewhere.
public final class PassedThrough implements LogDecoder.Parts {
    private static final byte[] NEWLINE = {'\n'};

    private final Screen screen;
    private final RunnerWords words;

    public PassedThrough(Screen screen, RunnerWords words) {
        this.screen = screen;
        this.words = words;
    }

    @Override
    public void line(LogLine line) throws IOException {
        byte[] text = line.bytes();
        switch (line.source()) {
            case STDOUT -> {
                screen.out(text, 0, text.length);
                if (line.full()) {
                    screen.out(NEWLINE, 0, 1);
                }
            }
            case STDERR -> {
                screen.err(text, 0, text.length);
                if (line.full()) {
                    screen.err(NEWLINE, 0, 1);
                }
            }
            case BATON -> words.add(line);
        }
    }

    @Override
    public void plain(byte[] bytes, int from, int length) throws IOException {
        screen.out(bytes, from, length);
    }
}
