package dev.baton.sandbox;

import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/// A command that there is none of, told as a shell would: it printed why, and ended with 127 (not found) or 126 (found, but
/// it is nothing that can be run).
record NotStarted(Exit exit) implements Conversing {
    static final Exit NOT_FOUND = new Exit(127);
    static final Exit NOT_EXECUTABLE = new Exit(126);

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public OutputStream input() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public Optional<Exit> await(Duration longest) {
        return Optional.of(exit);
    }

    @Override
    public void catchUp() {}
}
