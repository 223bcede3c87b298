package dev.baton.cli.output;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The two streams of this process and the line on them that moves. Threads take turns.
public final class Screen {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final String ERASE = "\r\u001b[2K";

    private final OutputStream out;
    private final OutputStream err;
    private final Terminal terminal;
    private boolean statusShown;
    private boolean lineOpen;
    private boolean statusOver;

    public Screen(OutputStream out, OutputStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /// That of this process. Not the streams of `System`, which swallow errors: a closed pipe has to be noticed.
    public static Screen ofThisProcess() {
        return new Screen(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.err), BUFFER_BYTES),
                Terminal.ofThisProcess());
    }

    public Terminal terminal() {
        return terminal;
    }

    /// Bytes of a job, as they are. They may wait for [#flush].
    public synchronized void out(byte[] bytes, int from, int length) throws IOException {
        write(out, terminal.out(), bytes, from, length);
    }

    /// Bytes that a job printed to its standard error.
    public synchronized void err(byte[] bytes, int from, int length) throws IOException {
        write(err, terminal.err(), bytes, from, length);
    }

    public synchronized void flush() throws IOException {
        out.flush();
        err.flush();
    }

    /// Words of our own, on a line of their own, to standard error.
    public synchronized void say(String line) {
        try {
            eraseStatus();
            out.flush();
            if (lineOpen && terminal.err()) {
                err.write('\n');
                lineOpen = false;
            }
            err.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            err.flush();
        } catch (IOException _) {
            // nobody is there to be told
        }
    }

    /// Words of our own, dimmed where that is possible.
    public void sayDim(String line) {
        say(terminal.errStyle().dim(line));
    }

    /// Shows where things stand, in a line that is replaced by the next. Only to a terminal, and only until a job has
    /// printed something: then that is what people look at.
    public synchronized void status(String text) {
        if (!terminal.err() || statusOver) {
            return;
        }
        try {
            err.write((ERASE + terminal.errStyle().dim(text)).getBytes(StandardCharsets.UTF_8));
            err.flush();
            statusShown = true;
        } catch (IOException _) {
            // nobody is there to be shown
        }
    }

    /// There is nothing to wait for any more: the line goes, and none comes after it.
    public synchronized void endStatus() {
        try {
            statusOver = true;
            eraseStatus();
        } catch (IOException _) {
            // nobody is there to be shown
        }
    }

    private void write(OutputStream to, boolean seen, byte[] bytes, int from, int length)
            throws IOException {
        if (length == 0) {
            return;
        }
        statusOver = true;
        eraseStatus();
        to.write(bytes, from, length);
        if (seen) {
            lineOpen = bytes[from + length - 1] != '\n';
        }
    }

    private void eraseStatus() throws IOException {
        if (statusShown) {
            err.write(ERASE.getBytes(StandardCharsets.US_ASCII));
            err.flush();
            statusShown = false;
        }
    }
}
