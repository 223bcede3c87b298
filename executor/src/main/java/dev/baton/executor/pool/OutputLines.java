package dev.baton.executor.pool;

import dev.baton.executor.pool.PoolCounts.Event;
import dev.baton.executor.wire.OutputMark;
import dev.baton.sandbox.Output;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Where what a process prints goes: to the call that it belongs to, if that is known, and else, line by line, to our log.
///
/// A line belongs to a call that it is [marked][OutputMark] for; and whatever is printed without a mark while a process has one call, and can only
/// have one, belongs to that.
final class OutputLines implements Output {
    /// Of what it said last on stderr, for whoever asks why it crashed.
    static final int LAST_LINES = 10;

    private final String executor;
    private final PoolCounts counts;
    private final Stream stdout;
    private final Stream stderr;
    private final Deque<String> last = new ArrayDeque<>();
    private volatile long pid;
    private volatile Calls calls = new NoCalls();

    /// The calls that a process has.
    interface Calls {
        /// Where what is printed for a request goes; null if there is no such request, or it was answered.
        @Nullable CallOutput of(String requestId);

        /// Where what is printed without a mark goes; null if that cannot be known.
        @Nullable CallOutput only();
    }

    private record NoCalls() implements Calls {
        @Override
        public @Nullable CallOutput of(String requestId) {
            return null;
        }

        @Override
        public @Nullable CallOutput only() {
            return null;
        }
    }

    /// @param mark the value that the process marks lines with
    OutputLines(String executor, String mark, PoolCounts counts) {
        this.executor = executor;
        this.counts = counts;
        stdout = new Stream(Source.STDOUT, mark);
        stderr = new Stream(Source.STDERR, mark);
    }

    /// Its pid is known only when it may have printed something.
    void isOf(long known) {
        pid = known;
    }

    /// From now on it may be called.
    void serves(Calls its) {
        calls = its;
    }

    @Override
    public void printed(Source source, byte[] bytes, int length) {
        switch (source) {
            case STDOUT -> stdout.splitter.take(bytes, length);
            case STDERR -> stderr.splitter.take(bytes, length);
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

    /// What it prints to one source.
    private final class Stream implements OutputSplitter.Sink {
        final Source source;
        final OutputSplitter splitter;
        final LoggedLines logged;

        /// What is in the log of a call is not in ours, but said again if the process crashes.
        final LoggedLines remembered = new LoggedLines(OutputLines.this::keep, () -> {});

        Stream(Source source, String mark) {
            this.source = source;
            this.splitter = new OutputSplitter(OutputMark.beginning(mark), this);
            var log = LoggedLines.toLog(executor, () -> pid, source, counts);
            this.logged =
                    new LoggedLines(
                            line -> {
                                if (source == Source.STDERR) {
                                    keep(line);
                                }
                                log.accept(line);
                            },
                            () -> counts.happened(Event.LINE_CUT));
        }

        @Override
        public void plain(byte[] bytes, int from, int to) {
            CallOutput call = calls.only();
            if (call == null) {
                logged.take(bytes, from, to);
            } else {
                give(call, bytes, from, to);
            }
        }

        @Override
        public OutputSplitter.Target marked(String requestId, boolean isPiece) {
            CallOutput call = calls.of(requestId);
            // The line before it may have been left without an end.
            logged.end();
            return call == null ? logged::take : (bytes, from, to) -> give(call, bytes, from, to);
        }

        private void give(CallOutput call, byte[] bytes, int from, int to) {
            if (source == Source.STDERR) {
                remembered.take(bytes, from, to);
            }
            call.printed(source, bytes, from, to - from);
        }

        void end() {
            splitter.end();
            logged.end();
            remembered.end();
        }
    }
}
