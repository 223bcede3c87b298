package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// Reads a page of the journal without trusting it. The form of a line is in [JournalPage].
final class PageReader {
    private final long page;
    private final long atMicros;
    private final ByteBuffer lines;

    PageReader(long page, long atMicros, byte[] lines) {
        this.page = page;
        this.atMicros = atMicros;
        this.lines = ByteBuffer.wrap(lines);
    }

    /// A line cannot be read, and so cannot what comes after it.
    static final class BrokenPage extends Exception {
        private static final long serialVersionUID = 1;

        BrokenPage(String message) {
            super(message);
        }
    }

    /// Reads every line, and hands over those of the jobs that are wanted.
    ///
    /// @return how many lines there are
    int read(LongPredicate wanted, Consumer<JournalLine> sink) throws BrokenPage {
        int count = 0;
        while (lines.hasRemaining()) {
            int start = lines.position();
            try {
                long job = lines.getLong(start);
                if (wanted.test(job)) {
                    sink.accept(line());
                } else {
                    skip();
                }
                count++;
            } catch (BufferUnderflowException
                    | IllegalArgumentException
                    | IndexOutOfBoundsException _) {
                throw new BrokenPage(
                        "expected a line at byte %d of %d, and what is there is none"
                                .formatted(start, lines.limit()));
            }
        }
        return count;
    }

    private JournalLine line() {
        var job = new JobId(lines.getLong());
        int seq = lines.getInt();
        byte code = lines.get();
        int attempt = lines.getInt();
        int epoch = lines.getInt();
        var hash = new byte[AuditTrail.HASH_BYTES];
        lines.get(hash);
        var evidence = JournalPage.evidence(code, lines);
        var event = new Event(JournalPage.kind(code), attempt, epoch, text(), text());
        return new JournalLine(page, atMicros, job, seq, event, hash, evidence);
    }

    private void skip() {
        byte code = lines.get(lines.position() + JournalPage.KIND_OFFSET);
        lines.position(lines.position() + JournalPage.fixedBytes(code));
        skipText();
        skipText();
    }

    private String text() {
        int length = length();
        var text = new String(lines.array(), lines.position(), length, StandardCharsets.UTF_8);
        lines.position(lines.position() + length);
        return text;
    }

    private void skipText() {
        int length = length();
        lines.position(lines.position() + length);
    }

    private int length() {
        int length = lines.getInt();
        if (length < 0 || length > lines.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }
}
