package dev.baton.runner.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A log that an earlier process wrote: whatever it holds is all there is.
public record LeftOverLog(Path file, long written) implements LogFile {
    public static LeftOverLog of(Path file) throws IOException {
        return new LeftOverLog(file, Files.size(file));
    }

    @Override
    public boolean isEnded() {
        return true;
    }

    @Override
    public boolean hasPartials() {
        return false;
    }

    @Override
    public void flushPartials() {}

    @Override
    public void onGrowth(Runnable listener) {}
}
