package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The audit lines of one transaction, as they are stored.
///
/// A line: job (8 bytes), seq (4), kind (1), attempt (4), epoch (4), the hash (32), and actor and reason, each as
/// length (4) and UTF-8. Time is the page's.
final class JournalPage {
    static final int FIXED_BYTES = 8 + 4 + 1 + 4 + 4 + AuditTrail.HASH_BYTES;
    private static final int FIRST_SIZE = 1_024;

    private ByteBuffer lines = ByteBuffer.allocate(FIRST_SIZE);

    void add(JobId job, int seq, Event event, byte[] hash) {
        var actor = event.actor().getBytes(StandardCharsets.UTF_8);
        var why = event.why().getBytes(StandardCharsets.UTF_8);
        need(FIXED_BYTES + 2 * Integer.BYTES + actor.length + why.length);
        lines.putLong(job.value())
                .putInt(seq)
                .put((byte) Codes.of(event.kind()))
                .putInt(event.attempt())
                .putInt(event.epoch())
                .put(hash)
                .putInt(actor.length)
                .put(actor)
                .putInt(why.length)
                .put(why);
    }

    boolean isEmpty() {
        return lines.position() == 0;
    }

    byte[] toBytes() {
        var bytes = new byte[lines.position()];
        lines.get(0, bytes);
        return bytes;
    }

    /// The lines of one job on a page.
    static List<Views.AuditLine> read(byte[] page, long atMicros, JobId job) {
        var lines = ByteBuffer.wrap(page);
        var found = new ArrayList<Views.AuditLine>();
        while (lines.hasRemaining()) {
            long of = lines.getLong();
            int seq = lines.getInt();
            var kind = Codes.event(lines.get());
            int attempt = lines.getInt();
            int epoch = lines.getInt();
            var hash = new byte[AuditTrail.HASH_BYTES];
            lines.get(hash);
            if (of == job.value()) {
                found.add(
                        new Views.AuditLine(
                                seq,
                                Micros.toInstant(atMicros),
                                kind.name(),
                                attempt,
                                epoch,
                                text(lines),
                                text(lines),
                                HexFormat.of().formatHex(hash)));
            } else {
                skipText(lines);
                skipText(lines);
            }
        }
        return found;
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
