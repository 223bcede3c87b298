package dev.baton.runner.log;

import dev.baton.protocol.log.LogLine;

/// Cuts what one source prints into lines. A line that is longer than a log has room for, or that does not go on for a while,
/// is given out in parts.
final class LineCutter {
    /// Takes lines and parts of lines.
    interface Sink {
        void line(boolean full, byte[] bytes, int offset, int length);
    }

    private static final int FIRST_CAPACITY = 256;

    private final Sink sink;
    private byte[] begun = new byte[FIRST_CAPACITY];
    private int length;
    private long begunAt;

    LineCutter(Sink sink) {
        this.sink = sink;
    }

    void write(byte[] bytes, int offset, int count, long now) {
        int from = offset;
        int end = offset + count;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                finish(true, bytes, from, i - from);
                from = i + 1;
            } else if (length + i + 1 - from == LogLine.MOST_BYTES) {
                finish(false, bytes, from, i + 1 - from);
                from = i + 1;
            }
        }
        keep(bytes, from, end - from, now);
    }

    /// Gives out a line that was begun this long ago and has not ended.
    void flush(long now, long longest) {
        if (length > 0 && now - begunAt >= longest) {
            sink.line(false, begun, 0, length);
            length = 0;
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    private void finish(boolean full, byte[] bytes, int offset, int count) {
        if (length == 0) {
            sink.line(full, bytes, offset, count);
            return;
        }
        append(bytes, offset, count);
        sink.line(full, begun, 0, length);
        length = 0;
        if (begun.length > FIRST_CAPACITY * 16) {
            begun = new byte[FIRST_CAPACITY];
        }
    }

    private void keep(byte[] bytes, int offset, int count, long now) {
        if (count > 0) {
            if (length == 0) {
                begunAt = now;
            }
            append(bytes, offset, count);
        }
    }

    private void append(byte[] bytes, int offset, int count) {
        if (begun.length - length < count) {
            begun = java.util.Arrays.copyOf(begun, Math.max(length + count, 2 * begun.length));
        }
        System.arraycopy(bytes, offset, begun, length, count);
        length += count;
    }
}
