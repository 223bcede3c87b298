package dev.baton.supervisor;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Our standard output and error, each written in whole pieces by any thread.
final class OurOutput {
    private final OutputStream out;
    private final OutputStream err;

    OurOutput(OutputStream out, OutputStream err) {
        this.out = out;
        this.err = err;
    }

    void print(byte[] bytes, int from, int to) {
        write(out, bytes, from, to);
    }

    void printLine(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        print(bytes, 0, bytes.length);
    }

    void printError(byte[] bytes, int length) {
        write(err, bytes, 0, length);
    }

    private static void write(OutputStream to, byte[] bytes, int from, int end) {
        synchronized (to) {
            try {
                to.write(bytes, from, end - from);
                to.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("nobody reads our output", e);
            }
        }
    }
}
