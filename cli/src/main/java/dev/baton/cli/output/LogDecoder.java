package dev.baton.cli.output;

import dev.baton.protocol.log.LogLine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Takes a log apart as it comes, in pieces of any size. One that does not begin as our runner's do is plain text, and
/// passed on byte for byte.
public final class LogDecoder {
    private static final byte[] HEADER =
            (LogLine.HEADER + "\n").getBytes(StandardCharsets.US_ASCII);

    /// Room for the longest line that a runner may write. What is longer is no line.
    private static final int MOST_PENDING = LogLine.MOST_BYTES + 64;

    private final Parts parts;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private Form form = Form.UNKNOWN;

    private enum Form {
        UNKNOWN,
        PLAIN,
        LINES
    }

    /// What a log is made of.
    public interface Parts {
        void line(LogLine line) throws IOException;

        /// Bytes of a log without form.
        void plain(byte[] bytes, int from, int length) throws IOException;

        /// There is no more of this log.
        default void end() throws IOException {}
    }

    public LogDecoder(Parts parts) {
        this.parts = parts;
    }

    public void accept(byte[] buffer, int length) throws IOException {
        int from = form == Form.UNKNOWN ? recognize(buffer, length) : 0;
        switch (form) {
            case UNKNOWN -> {}
            case PLAIN -> parts.plain(buffer, from, length - from);
            case LINES -> lines(buffer, from, length);
        }
    }

    /// There is no more: what was begun is passed on as it is.
    public void end() throws IOException {
        byte[] rest = takePending();
        LogLine line = form == Form.LINES ? LogLine.read(rest) : null;
        if (line != null) {
            parts.line(new LogLine(line.at(), line.source(), false, line.text()));
        } else {
            parts.plain(rest, 0, rest.length);
        }
        parts.end();
    }

    /// Compares the first bytes with the header.
    ///
    /// @return how many bytes of the buffer were used up
    private int recognize(byte[] buffer, int length) throws IOException {
        for (int i = 0; i < length; i++) {
            if (buffer[i] != HEADER[pending.size()]) {
                form = Form.PLAIN;
                byte[] before = takePending();
                parts.plain(before, 0, before.length);
                return i;
            }
            pending.write(buffer[i]);
            if (pending.size() == HEADER.length) {
                form = Form.LINES;
                pending.reset();
                return i + 1;
            }
        }
        return length;
    }

    private void lines(byte[] buffer, int from, int length) throws IOException {
        int start = from;
        for (int i = from; i < length; i++) {
            if (buffer[i] == '\n') {
                pending.write(buffer, start, i - start);
                start = i + 1;
                line(takePending());
            }
        }
        pending.write(buffer, start, length - start);
        if (pending.size() > MOST_PENDING) {
            byte[] bytes = takePending();
            parts.plain(bytes, 0, bytes.length);
        }
    }

    private void line(byte[] bytes) throws IOException {
        LogLine line = LogLine.read(bytes);
        if (line == null) {
            byte[] whole = Arrays.copyOf(bytes, bytes.length + 1);
            whole[bytes.length] = '\n';
            parts.plain(whole, 0, whole.length);
        } else {
            parts.line(line);
        }
    }

    private byte[] takePending() {
        byte[] bytes = pending.toByteArray();
        pending.reset();
        return bytes;
    }
}
