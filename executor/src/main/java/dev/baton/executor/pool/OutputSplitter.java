package dev.baton.executor.pool;

import dev.baton.executor.wire.OutputMark;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/// Tells marked lines from all else in what a process prints to one source. For one thread at a time.
///
/// What looks like a mark and is none is passed on as it is.
final class OutputSplitter {
    private static final int MAX_ID_BYTES = 64;

    private final byte[] beginning;
    private final Sink sink;

    /// A mark while it is read.
    private final byte[] head;

    private int headLength;
    private State state = State.PLAIN;
    private boolean isPiece;
    private @Nullable Target target;

    private enum State {
        PLAIN,
        MARK,
        MARKED
    }

    /// Takes the text of marked lines.
    @FunctionalInterface
    interface Target {
        void take(byte[] bytes, int from, int to);
    }

    /// Takes what comes.
    interface Sink {
        /// Bytes without a mark.
        void plain(byte[] bytes, int from, int to);

        /// Who takes the text of a line that is marked for a request.
        ///
        /// @param isPiece whether the line feed that ends it is none of the handler's
        Target marked(String requestId, boolean isPiece);
    }

    /// @param beginning what each mark begins with
    OutputSplitter(byte[] beginning, Sink sink) {
        this.beginning = beginning;
        this.head = new byte[beginning.length + MAX_ID_BYTES];
        this.sink = sink;
    }

    void take(byte[] bytes, int length) {
        int from = 0;
        int at = 0;
        while (at < length) {
            byte next = bytes[at];
            switch (state) {
                case PLAIN -> {
                    if (next == OutputMark.SEPARATOR) {
                        plain(bytes, from, at);
                        state = State.MARK;
                        headLength = 0;
                    } else {
                        at++;
                    }
                }
                case MARK -> {
                    if (isOfMark(next)) {
                        at++;
                    } else {
                        // It was none. This byte may begin another.
                        state = State.PLAIN;
                        sink.plain(head, 0, headLength);
                        if (next != OutputMark.SEPARATOR) {
                            plain(bytes, at, ++at);
                        }
                    }
                    from = at;
                }
                case MARKED -> {
                    at++;
                    if (next == '\n') {
                        marked(bytes, from, isPiece ? at - 1 : at);
                        state = State.PLAIN;
                        from = at;
                    }
                }
            }
        }
        switch (state) {
            case PLAIN -> plain(bytes, from, length);
            case MARKED -> marked(bytes, from, length);
            case MARK -> {}
        }
    }

    /// Nothing more comes.
    void end() {
        if (state == State.MARK) {
            sink.plain(head, 0, headLength);
        }
        state = State.PLAIN;
    }

    /// Takes a byte of a mark, if it can be one.
    private boolean isOfMark(byte next) {
        if (headLength < beginning.length) {
            if (next != beginning[headLength]) {
                return false;
            }
        } else if (next == OutputMark.WHOLE_LINE || next == OutputMark.PIECE) {
            isPiece = next == OutputMark.PIECE;
            target = sink.marked(requestId(), isPiece);
            state = State.MARKED;
            return true;
        } else if (headLength == head.length || !isOfId(next)) {
            return false;
        }
        head[headLength++] = next;
        return true;
    }

    private static boolean isOfId(byte next) {
        return (next >= '0' && next <= '9') || (next >= 'a' && next <= 'f') || next == '-';
    }

    private String requestId() {
        return new String(
                head, beginning.length, headLength - beginning.length, StandardCharsets.US_ASCII);
    }

    private void plain(byte[] bytes, int from, int to) {
        if (to > from) {
            sink.plain(bytes, from, to);
        }
    }

    private void marked(byte[] bytes, int from, int to) {
        Target taking = target;
        if (to > from && taking != null) {
            taking.take(bytes, from, to);
        }
    }
}
