package dev.baton.runner.log;

import dev.baton.protocol.log.LogLine;
import dev.baton.protocol.log.LogSource;
import dev.baton.sandbox.Output;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.function.LongSupplier;

/// The log of one lease while it is written: lines in a file, from which they are sent.
///
/// Any thread may call it. A step that prints faster than the disk takes is slowed down by that; one that prints more than
/// the log may hold is not, but only the end of it is kept. While the disk is full it is kept in memory, as far as that goes.
public final class JobLog implements Output, LogFile, AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(JobLog.class);

    /// A line that has not ended is shown after this time.
    static final Duration PARTIAL_LINE = Duration.ofMillis(100);

    private static final byte[] NEWLINE = {'\n'};

    private final LogSpool spool;
    private final long mostBytes;
    private final SecretMask mask;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Source stdout;
    private final Source stderr;
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private @Nullable Tail tail;
    private Instant time = Instant.EPOCH;
    private long lost;
    private boolean ended;
    private Runnable grown = () -> {};

    /// Begins a log.
    ///
    /// @param file where to keep it; what it holds is gone
    public JobLog(
            Path file,
            long mostBytes,
            SecretMask mask,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.mostBytes = mostBytes;
        this.mask = mask;
        this.clock = clock;
        this.nanoClock = nanoClock;
        stdout = new Source(LogSource.STDOUT);
        stderr = new Source(LogSource.STDERR);
        try {
            spool = new LogSpool(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        batch.writeBytes((LogLine.HEADER + "\n").getBytes(StandardCharsets.US_ASCII));
        writeBatch();
    }

    @Override
    public synchronized void onGrowth(Runnable listener) {
        grown = listener;
    }

    @Override
    public synchronized long written() {
        return spool.size();
    }

    @Override
    public synchronized int read(long offset, byte[] into, int length) throws IOException {
        return spool.read(offset, into, length);
    }

    @Override
    public synchronized boolean isEnded() {
        return ended;
    }

    @Override
    public synchronized void printed(Output.Source source, byte[] bytes, int length) {
        if (ended) {
            return;
        }
        switch (source) {
            case STDOUT -> stdout.masked.write(bytes, length);
            case STDERR -> stderr.masked.write(bytes, length);
        }
        if (batch.size() == 0 && hasPartials()) {
            grown.run();
        }
        writeBatch();
    }

    /// The runner's own words.
    public synchronized void say(String text) {
        if (ended) {
            return;
        }
        flushPartials(Long.MIN_VALUE);
        byte[] bytes = mask.hide(text).getBytes(StandardCharsets.UTF_8);
        addLine(LogSource.BATON, true, bytes, 0, bytes.length);
        writeBatch();
    }

    /// A command has ended: nothing of it is held back any longer.
    public synchronized void commandEnded() {
        stdout.masked.end();
        stderr.masked.end();
        flushPartials(Long.MIN_VALUE);
        writeBatch();
    }

    @Override
    public synchronized void flushPartials() {
        flushPartials(PARTIAL_LINE.toNanos());
        writeBatch();
        spool.save();
    }

    @Override
    public synchronized boolean hasPartials() {
        return !stdout.lines.isEmpty() || !stderr.lines.isEmpty();
    }

    private void flushPartials(long longest) {
        long now = nanoClock.getAsLong();
        stdout.lines.flush(now, longest);
        stderr.lines.flush(now, longest);
    }

    /// Ends the log. Whatever comes later is ignored; it can still be read.
    public synchronized void end() {
        if (ended) {
            return;
        }
        commandEnded();
        if (tail != null) {
            writeTail(tail);
        }
        sayWhatWasLost();
        ended = true;
        grown.run();
    }

    /// Ends the log. It cannot be read any more.
    @Override
    public synchronized void close() {
        end();
        try {
            spool.close();
        } catch (IOException e) {
            logger.error("log could not be closed cause={}", e.toString());
        }
    }

    private void writeTail(Tail last) {
        String marker =
                last.dropped() == 0
                        ? "nothing was dropped; the rest follows"
                        : String.format(
                                Locale.ROOT,
                                "… %,d bytes of output were dropped here; the last %,d follow",
                                last.dropped(),
                                last.kept());
        write(LogSource.BATON, clock.instant(), true, marker.getBytes(StandardCharsets.UTF_8));
        var cutters = new EnumMap<LogSource, LineCutter>(LogSource.class);
        for (Tail.Block block : last.blocks()) {
            // A line that goes on in a later block has the time at which it ends.
            time = block.at;
            cutters.computeIfAbsent(block.source, this::cutter)
                    .write(block.bytes, block.start, block.end - block.start, 0);
        }
        cutters.values().forEach(cutter -> cutter.flush(0, Long.MIN_VALUE));
        writeBatch();
    }

    private LineCutter cutter(LogSource source) {
        return new LineCutter(
                (full, bytes, offset, length) ->
                        write(
                                source,
                                time,
                                full,
                                Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    private void addLine(LogSource source, boolean full, byte[] bytes, int offset, int length) {
        if (tail == null && spool.size() + batch.size() + length > mostBytes) {
            String marker =
                    String.format(
                            Locale.ROOT,
                            "the log has reached its limit of %,d bytes: of what follows only the end is kept",
                            mostBytes);
            write(LogSource.BATON, clock.instant(), true, marker.getBytes(StandardCharsets.UTF_8));
            tail = new Tail();
        }
        if (tail != null) {
            tail.add(source, clock.instant(), bytes, offset, length);
            if (full) {
                tail.add(source, clock.instant(), NEWLINE, 0, 1);
            }
        } else {
            write(
                    source,
                    clock.instant(),
                    full,
                    Arrays.copyOfRange(bytes, offset, offset + length));
        }
    }

    private void write(LogSource source, Instant at, boolean full, byte[] text) {
        new LogLine(at, source, full, text).writeTo(batch);
    }

    private void writeBatch() {
        if (batch.size() == 0 || ended) {
            return;
        }
        if (spool.takes(batch.size())) {
            sayWhatWasLost();
            spool.append(batch.toByteArray());
        } else {
            // The job is not to blame, and goes on.
            lost += batch.size();
        }
        batch.reset();
        grown.run();
    }

    private void sayWhatWasLost() {
        if (lost == 0) {
            return;
        }
        String marker =
                String.format(
                        Locale.ROOT,
                        "… %,d bytes of this log were lost here: the runner could not write them",
                        lost);
        var line = new ByteArrayOutputStream();
        new LogLine(clock.instant(), LogSource.BATON, true, marker.getBytes(StandardCharsets.UTF_8))
                .writeTo(line);
        spool.append(line.toByteArray());
        lost = 0;
    }

    /// One of the two streams of a command.
    private final class Source {
        final LineCutter lines;
        final MaskedStream masked;

        Source(LogSource source) {
            lines =
                    new LineCutter(
                            (full, bytes, offset, length) ->
                                    addLine(source, full, bytes, offset, length));
            masked =
                    new MaskedStream(
                            mask,
                            (bytes, offset, length) -> {
                                if (tail != null && lines.isEmpty()) {
                                    tail.add(source, clock.instant(), bytes, offset, length);
                                } else {
                                    lines.write(bytes, offset, length, nanoClock.getAsLong());
                                }
                            });
        }
    }
}
