package dev.baton.worker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Cuts a stream of bytes into lines, and tells those that may be messages from ordinary output. How the bytes are cut into chunks
/// makes no difference.
///
/// Costs a constant amount of memory and time in proportion to the bytes, whatever comes. For one thread.
public final class LineFramer {
    /// What a line may have. The rest of a longer one is dropped, up to its newline, and it is never a message.
    public static final int MOST_LINE_BYTES = 1 << 20;

    private static final int FIRST_BUFFER = 4 << 10;
    private static final byte[] NEWLINE = {'\n'};

    private final Sink sink;

    /// The line of which the end has not come yet.
    private byte[] begun = new byte[FIRST_BUFFER];

    private int length;
    private boolean dropping;
    private long linesCut;

    /// Where lines go. The bytes are the caller's only until the method returns.
    public interface Sink {
        /// Takes ordinary output: whole lines with their newlines, or what came last and had none. It is valid UTF-8.
        void text(byte[] bytes, int from, int to);

        /// Takes a line `~{…}`, without the newline and a carriage return before it.
        ///
        /// @return whether it is a message; if not, it is ordinary output
        boolean message(byte[] bytes, int from, int to);
    }

    public LineFramer(Sink sink) {
        this.sink = sink;
    }

    /// How many lines were too long.
    public long linesCut() {
        return linesCut;
    }

    /// Takes the next bytes.
    public void feed(byte[] chunk, int from, int to) {
        int next = from;
        if (length > 0 || dropping) {
            next = finishBegun(chunk, from, to);
        }
        begin(chunk, wholeLines(chunk, next, to), to);
    }

    /// There are no more bytes. A line without its newline is output, whatever it looks like: the rest of it may be missing.
    public void end() {
        text(begun, 0, length);
        length = 0;
        dropping = false;
    }

    private int finishBegun(byte[] chunk, int from, int to) {
        int newline = newlineIn(chunk, from, to);
        int next = newline < 0 ? to : newline + 1;
        begin(chunk, from, next);
        if (newline < 0) {
            return next;
        }
        if (dropping) {
            sink.text(NEWLINE, 0, 1);
            dropping = false;
        } else {
            line(begun, 0, length);
        }
        length = 0;
        return next;
    }

    /// Ordinary lines that follow each other are handed over together.
    ///
    /// @return where the line starts that has no end yet
    private int wholeLines(byte[] chunk, int from, int to) {
        int text = from;
        int start = from;
        while (start < to) {
            int newline = newlineIn(chunk, start, to);
            if (newline < 0) {
                break;
            }
            boolean isLong = newline + 1 - start > MOST_LINE_BYTES;
            if (isLong || mayBeMessage(chunk, start, newline)) {
                text(chunk, text, start);
                if (isLong) {
                    cut(chunk, start);
                    sink.text(NEWLINE, 0, 1);
                } else {
                    line(chunk, start, newline + 1);
                }
                text = newline + 1;
            }
            start = newline + 1;
        }
        text(chunk, text, start);
        return start;
    }

    /// Keeps the beginning of a line.
    private void begin(byte[] chunk, int from, int to) {
        if (dropping || from == to) {
            return;
        }
        int wanted = length + to - from;
        if (wanted > MOST_LINE_BYTES) {
            int fits = MOST_LINE_BYTES - length;
            keep(chunk, from, from + fits);
            cut(begun, 0);
            length = 0;
            dropping = true;
        } else {
            keep(chunk, from, to);
        }
    }

    private void keep(byte[] chunk, int from, int to) {
        int wanted = length + to - from;
        if (wanted > begun.length) {
            begun =
                    Arrays.copyOf(
                            begun, Math.min(MOST_LINE_BYTES, Math.max(wanted, begun.length * 2)));
        }
        System.arraycopy(chunk, from, begun, length, to - from);
        length = wanted;
    }

    private void cut(byte[] bytes, int from) {
        linesCut++;
        text(bytes, from, from + MOST_LINE_BYTES);
    }

    /// A line with its newline.
    private void line(byte[] bytes, int from, int to) {
        if (!mayBeMessage(bytes, from, to - 1)
                || !sink.message(bytes, from, withoutReturn(bytes, to - 1))) {
            text(bytes, from, to);
        }
    }

    private static boolean mayBeMessage(byte[] bytes, int from, int newline) {
        int end = withoutReturn(bytes, newline);
        return end - from >= 3
                && bytes[from] == '~'
                && bytes[from + 1] == '{'
                && bytes[end - 1] == '}';
    }

    private static int withoutReturn(byte[] bytes, int end) {
        return end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
    }

    private static int newlineIn(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void text(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        if (!isAscii(bytes, from, to)) {
            String read = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            if (read.indexOf('\uFFFD') >= 0) {
                byte[] valid = read.getBytes(StandardCharsets.UTF_8);
                sink.text(valid, 0, valid.length);
                return;
            }
        }
        sink.text(bytes, from, to);
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
        int all = 0;
        for (int i = from; i < to; i++) {
            all |= bytes[i];
        }
        return all >= 0;
    }
}
