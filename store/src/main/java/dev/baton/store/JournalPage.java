package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The audit lines of one transaction, as they are stored.
///
/// A line: job (8 bytes), seq (4), kind (1; its highest bit says that there is [LineEvidence]), attempt (4), epoch (4), the hash (32), the evidence (16) if there is, and actor and reason, each as
/// length (4) and UTF-8. Time is the page's.
final class JournalPage {
    private static final int VOUCHES = 0x80;
    static final int KIND_OFFSET = 8 + 4;
    private static final int FIXED_BYTES = 8 + 4 + 1 + 4 + 4 + AuditTrail.HASH_BYTES;
    private static final int FIRST_SIZE = 1_024;

    private ByteBuffer lines = ByteBuffer.allocate(FIRST_SIZE);

    void add(JobId job, int seq, Event event, byte[] hash, byte @Nullable [] evidence) {
        var actor = event.actor().getBytes(StandardCharsets.UTF_8);
        var why = event.why().getBytes(StandardCharsets.UTF_8);
        need(FIXED_BYTES + LineEvidence.BYTES + 2 * Integer.BYTES + actor.length + why.length);
        lines.putLong(job.value())
                .putInt(seq)
                .put((byte) (Codes.of(event.kind()) | (evidence == null ? 0 : VOUCHES)))
                .putInt(event.attempt())
                .putInt(event.epoch())
                .put(hash);
        if (evidence != null) {
            lines.put(evidence);
        }
        lines.putInt(actor.length).put(actor).putInt(why.length).put(why);
    }

    boolean isEmpty() {
        return lines.position() == 0;
    }

    byte[] toBytes() {
        var bytes = new byte[lines.position()];
        lines.get(0, bytes);
        return bytes;
    }

    /// Which lines of a page are wanted.
    @FunctionalInterface
    interface Wanted {
        boolean test(JobId job, int seq);
    }

    /// The lines on a page that are wanted.
    static List<Views.JobLine> read(byte[] page, long atMicros, Wanted wanted) {
        var at = Micros.toInstant(atMicros);
        var lines = ByteBuffer.wrap(page);
        var found = new ArrayList<Views.JobLine>();
        while (lines.hasRemaining()) {
            var job = new JobId(lines.getLong());
            int seq = lines.getInt();
            if (wanted.test(job, seq)) {
                found.add(new Views.JobLine(job, line(lines, seq, at)));
            } else {
                int rest = fixedBytes(lines.get(lines.position())) - Long.BYTES - Integer.BYTES;
                lines.position(lines.position() + rest);
                skipText(lines);
                skipText(lines);
            }
        }
        return found;
    }

    static Event.Kind kind(byte code) {
        return Codes.event(code & ~VOUCHES & 0xFF);
    }

    static byte @Nullable [] evidence(byte code, ByteBuffer lines) {
        if ((code & VOUCHES) == 0) {
            return null;
        }
        var evidence = new byte[LineEvidence.BYTES];
        lines.get(evidence);
        return evidence;
    }

    static int fixedBytes(byte code) {
        return FIXED_BYTES + ((code & VOUCHES) == 0 ? 0 : LineEvidence.BYTES);
    }

    private static Views.AuditLine line(ByteBuffer lines, int seq, Instant at) {
        byte code = lines.get();
        int attempt = lines.getInt();
        int epoch = lines.getInt();
        var hash = new byte[AuditTrail.HASH_BYTES];
        lines.get(hash);
        var evidence = evidence(code, lines);
        return new Views.AuditLine(
                seq,
                at,
                kind(code).name(),
                attempt,
                epoch,
                text(lines),
                text(lines),
                HexFormat.of().formatHex(hash),
                evidence == null ? null : HexFormat.of().formatHex(evidence));
    }

    private static String text(ByteBuffer lines) {
        var bytes = new byte[lines.getInt()];
        lines.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void skipText(ByteBuffer lines) {
        int length = lines.getInt();
        lines.position(lines.position() + length);
    }

    private void need(int bytes) {
        if (lines.remaining() < bytes) {
            int size = Math.max(lines.capacity() * 2, lines.position() + bytes);
            lines = ByteBuffer.allocate(size).put(lines.flip());
        }
    }
}
