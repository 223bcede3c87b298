package dev.baton.cli.output;

import dev.baton.protocol.log.LogLine;
import dev.baton.protocol.log.LogSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The output of one job among several: whole lines, each after the name of its job. Keeps the newest ones.
public final class Prefixed implements LogDecoder.Parts {
    private static final int MOST_KEPT = 20;
    private static final int MOST_LINE_BYTES = 64 << 10;

    private final Screen screen;
    private final byte[] prefix;
    private final boolean verbose;
    private final Map<LogSource, ByteArrayOutputStream> begun = new EnumMap<>(LogSource.class);
    private final Deque<String> kept = new ArrayDeque<>();

    /// Prints to a screen.
    ///
    /// @param prefix what each line begins with
    /// @param verbose whether the runner's own words are shown too
    public Prefixed(Screen screen, String prefix, boolean verbose) {
        this.screen = screen;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.verbose = verbose;
    }

    /// The last lines, for a summary.
    public synchronized List<String> lastLines() {
        return new ArrayList<>(kept);
    }

    @Override
    public synchronized void line(LogLine line) throws IOException {
        byte[] text = line.bytes();
        add(line.source(), text, 0, text.length);
        if (line.full()) {
            end(line.source());
        }
    }

    @Override
    public synchronized void plain(byte[] bytes, int from, int length) throws IOException {
        int start = from;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                add(LogSource.STDOUT, bytes, start, i - start);
                end(LogSource.STDOUT);
                start = i + 1;
            }
        }
        add(LogSource.STDOUT, bytes, start, from + length - start);
    }

    /// Prints the lines that have no end.
    @Override
    public synchronized void end() throws IOException {
        for (LogSource source : LogSource.values()) {
            if (begun.containsKey(source) && begun.get(source).size() > 0) {
                end(source);
            }
        }
    }

    private void add(LogSource source, byte[] bytes, int from, int length) throws IOException {
        var line = begun.computeIfAbsent(source, _ -> new ByteArrayOutputStream());
        line.write(bytes, from, length);
        if (line.size() > MOST_LINE_BYTES) {
            end(source);
        }
    }

    private void end(LogSource source) throws IOException {
        var line = begun.get(source);
        byte[] text = line == null ? new byte[0] : line.toByteArray();
        if (line != null) {
            line.reset();
        }
        if (kept.size() == MOST_KEPT) {
            kept.removeFirst();
        }
        kept.addLast(new String(text, StandardCharsets.UTF_8));
        if (source == LogSource.BATON && !verbose) {
            return;
        }
        var whole = new ByteArrayOutputStream(prefix.length + text.length + 1);
        whole.writeBytes(prefix);
        whole.writeBytes(text);
        whole.write('\n');
        byte[] bytes = whole.toByteArray();
        if (source == LogSource.STDOUT) {
            screen.out(bytes, 0, bytes.length);
        } else {
            screen.err(bytes, 0, bytes.length);
        }
    }
}
