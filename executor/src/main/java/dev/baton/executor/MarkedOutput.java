package dev.baton.executor;

import dev.baton.executor.wire.OutputMark;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// One of the two outputs of this process, with the lines that handlers print [marked][OutputMark]: so a runner knows whose they are though many
/// calls share the process. What other threads print goes out as it is.
///
/// A handler prints on the thread that it is called on, or on threads of a task scope: whatever inherits its [ScopedValue].
final class MarkedOutput extends OutputStream {
    private static final ScopedValue<String> REQUEST = ScopedValue.newInstance();

    /// Whether there is anyone to mark lines for.
    private static volatile boolean isInstalled;

    private final OutputStream out;
    private final byte[] beginning;
    private boolean isWithinLine;

    MarkedOutput(OutputStream out, String mark) {
        this.out = out;
        this.beginning = OutputMark.beginning(mark);
    }

    /// Replaces the outputs of this process, if whoever started it reads marks.
    static void install(Map<String, String> environment) {
        String mark = environment.get(OutputMark.VARIABLE);
        if (mark != null && !mark.isEmpty()) {
            System.setOut(marked(FileDescriptor.out, mark, System.out));
            System.setErr(marked(FileDescriptor.err, mark, System.err));
            isInstalled = true;
        }
    }

    private static PrintStream marked(FileDescriptor to, String mark, PrintStream before) {
        var output = new MarkedOutput(new FileOutputStream(to), mark);
        return new PrintStream(output, true, before.charset());
    }

    /// What a handler does.
    @FunctionalInterface
    interface Work {
        @Nullable Object run() throws Exception;
    }

    /// Does something, and marks what it prints.
    static @Nullable Object during(String requestId, Work work) throws Exception {
        return isInstalled ? ScopedValue.where(REQUEST, requestId).call(work::run) : work.run();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        if (REQUEST.isBound()) {
            writeMarked(REQUEST.get().getBytes(StandardCharsets.UTF_8), bytes, offset, length);
        } else {
            out.write(bytes, offset, length);
            isWithinLine = bytes[offset + length - 1] != '\n';
        }
    }

    /// As many lines at a time as a pipe takes in one piece.
    private void writeMarked(byte[] request, byte[] bytes, int offset, int length)
            throws IOException {
        int around = beginning.length + request.length + 2;
        var records = new ByteArrayOutputStream();
        if (isWithinLine) {
            records.write('\n');
            isWithinLine = false;
        }
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int most = Math.min(end, from + OutputMark.MAX_RECORD_BYTES - around - 1);
            int to = from;
            while (to < most && bytes[to] != '\n') {
                to++;
            }
            boolean isWhole = to < most;
            if (records.size() + around + to - from > OutputMark.MAX_RECORD_BYTES) {
                records.writeTo(out);
                records.reset();
            }
            records.writeBytes(beginning);
            records.writeBytes(request);
            records.write(isWhole ? OutputMark.WHOLE_LINE : OutputMark.PIECE);
            records.write(bytes, from, to - from);
            records.write('\n');
            from = isWhole ? to + 1 : to;
        }
        records.writeTo(out);
    }
}
