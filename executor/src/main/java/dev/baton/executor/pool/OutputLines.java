package dev.baton.executor.pool;

import dev.baton.core.Shown;
import dev.baton.executor.pool.PoolCounts.Event;
import dev.baton.sandbox.Output;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// What a process prints, line by line in our log: lines that are too long are cut, and so many in a second that nobody reads them are
/// counted instead. It never waits, so that a process that prints is not slowed down.
final class OutputLines implements Output {
    /// So that whoever keeps our log can tell what an executor said from what we say of it.
    private static final Logger log = LoggerFactory.getLogger("dev.baton.executor.output");

    static final int MOST_LINE_BYTES = 4 << 10;
    static final int MOST_LINES_PER_SECOND = 200;

    /// Of what it said last on stderr, for whoever asks why it crashed.
    static final int LAST_LINES = 10;

    private final String executor;
    private final PoolCounts counts;
    private final Line stdout = new Line(Source.STDOUT);
    private final Line stderr = new Line(Source.STDERR);
    private final Deque<String> last = new ArrayDeque<>();
    private volatile long pid;

    OutputLines(String executor, PoolCounts counts) {
        this.executor = executor;
        this.counts = counts;
    }

    /// Its pid is known only when it may have printed something.
    void isOf(long known) {
        pid = known;
    }

    @Override
    public void printed(Source source, byte[] bytes, int length) {
        switch (source) {
            case STDOUT -> stdout.take(bytes, length);
            case STDERR -> stderr.take(bytes, length);
        }
    }

    /// The process has ended, and everything that it printed was handed over.
    void end() {
        stdout.end();
        stderr.end();
    }

    /// What it said last on stderr.
    List<String> last() {
        synchronized (last) {
            return List.copyOf(last);
        }
    }

    private void keep(String line) {
        synchronized (last) {
            if (last.size() == LAST_LINES) {
                last.removeFirst();
            }
            last.addLast(line);
        }
    }

    /// A line while it is printed. For the one thread that hands over its source.
    private final class Line {
        private final Source source;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean isCut;
        private long second;
        private int lines;

        private Line(Source source) {
            this.source = source;
        }

        void take(byte[] printed, int length) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (printed[i] == '\n') {
                    add(printed, from, i);
                    end();
                    from = i + 1;
                }
            }
            add(printed, from, length);
        }

        private void add(byte[] printed, int from, int to) {
            int room = MOST_LINE_BYTES - bytes.size();
            bytes.write(printed, from, Math.min(to - from, room));
            isCut |= to - from > room;
        }

        void end() {
            if (bytes.size() > 0) {
                tell(plain(bytes.toString(StandardCharsets.UTF_8)) + (isCut ? "…" : ""));
                if (isCut) {
                    counts.happened(Event.LINE_CUT);
                }
            }
            bytes.reset();
            isCut = false;
        }

        private void tell(String line) {
            if (source == Source.STDERR) {
                keep(line);
            }
            long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
            if (now != second) {
                second = now;
                lines = 0;
            }
            lines++;
            if (lines <= MOST_LINES_PER_SECOND) {
                log.info(
                        "executor printed executor={} pid={} stream={} line=\"{}\"",
                        executor,
                        pid,
                        source.name().toLowerCase(Locale.ROOT),
                        line);
            } else {
                counts.happened(Event.LINE_DROPPED);
            }
        }

        private static String plain(String text) {
            var plain = new StringBuilder(text.length());
            text.stripTrailing()
                    .codePoints()
                    .forEach(
                            c ->
                                    plain.appendCodePoint(
                                            c == '\t' || Shown.isPlain(c) ? c : '\uFFFD'));
            return plain.toString();
        }
    }
}
