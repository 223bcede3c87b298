package dev.baton.executor.pool;

import dev.baton.core.Shown;
import dev.baton.executor.pool.PoolCounts.Event;
import dev.baton.sandbox.Output.Source;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// What a process prints to one source, line by line in our log: lines that are too long are cut, and so many in a second that nobody reads them
/// are counted instead. For one thread at a time.
final class LoggedLines {
    /// So that whoever keeps our log can tell what an executor said from what we say of it.
    private static final Logger log = LoggerFactory.getLogger("dev.baton.executor.output");

    static final int MAX_LINE_BYTES = 4 << 10;
    static final int MAX_LINES_PER_SECOND = 200;

    private final Consumer<String> lines;
    private final Runnable cut;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isCut;

    /// @param lines takes each line, fit to be shown
    /// @param cut called when one was cut
    LoggedLines(Consumer<String> lines, Runnable cut) {
        this.lines = lines;
        this.cut = cut;
    }

    /// Writes lines to our log.
    ///
    /// @param pid of the process, as far as it is known
    static Consumer<String> toLog(
            String executor, LongSupplier pid, Source source, PoolCounts counts) {
        return new Consumer<>() {
            private long second;
            private int told;

            @Override
            public void accept(String line) {
                long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
                if (now != second) {
                    second = now;
                    told = 0;
                }
                told++;
                if (told <= MAX_LINES_PER_SECOND) {
                    log.info(
                            "executor printed executor={} pid={} stream={} line=\"{}\"",
                            executor,
                            pid.getAsLong(),
                            source.name().toLowerCase(Locale.ROOT),
                            line);
                } else {
                    counts.happened(Event.LINE_DROPPED);
                }
            }
        };
    }

    void take(byte[] printed, int start, int length) {
        int from = start;
        for (int i = start; i < length; i++) {
            if (printed[i] == '\n') {
                add(printed, from, i);
                end();
                from = i + 1;
            }
        }
        add(printed, from, length);
    }

    private void add(byte[] printed, int from, int to) {
        int room = MAX_LINE_BYTES - bytes.size();
        bytes.write(printed, from, Math.min(to - from, room));
        isCut |= to - from > room;
    }

    /// The line goes on no further.
    void end() {
        if (bytes.size() > 0) {
            lines.accept(plain(bytes.toString(StandardCharsets.UTF_8)) + (isCut ? "…" : ""));
            if (isCut) {
                cut.run();
            }
        }
        bytes.reset();
        isCut = false;
    }

    private static String plain(String text) {
        var plain = new StringBuilder(text.length());
        text.stripTrailing()
                .codePoints()
                .forEach(c -> plain.appendCodePoint(c == '\t' || Shown.isPlain(c) ? c : '\uFFFD'));
        return plain.toString();
    }
}
