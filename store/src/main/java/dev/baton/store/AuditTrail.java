package dev.baton.store;

import dev.baton.core.Event;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/// Where a job's audit trail stands: its length, the hash of its newest line, and the journal pages it is on.
///
/// The hash of a line covers its text, the hash of the line before it, and for some lines the rows that they are about
/// ([LineEvidence]): a trail that was tampered with does not add up to its head.
final class AuditTrail {
    static final int HASH_BYTES = 32;
    private static final byte[] NO_PAGES = new byte[0];
    private static final byte[] EVIDENCE_FOLLOWS = {'+'};
    static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;
    private static final ThreadLocal<MessageDigest> SHA_256 =
            ThreadLocal.withInitial(AuditTrail::sha256);

    private int seq;
    private byte[] head;
    private byte[] pages;
    private long newestPage;

    AuditTrail(int seq, byte[] head, byte[] pages) {
        this.seq = seq;
        this.head = head;
        this.pages = pages;
    }

    static AuditTrail start() {
        return new AuditTrail(0, new byte[HASH_BYTES], NO_PAGES);
    }

    AuditTrail copy() {
        return new AuditTrail(seq, head, pages);
    }

    int seq() {
        return seq;
    }

    byte[] head() {
        return head;
    }

    byte[] pages() {
        return pages;
    }

    /// Adds a line that is written on a page.
    ///
    /// @param evidence what its hash vouches for beside its words; null for nothing
    void add(Event event, long atMicros, long page, byte @Nullable [] evidence) {
        seq++;
        head = hash(head, seq, atMicros, event, evidence);
        if (page != newestPage) {
            newestPage = page;
            pages =
                    ByteBuffer.allocate(pages.length + PLACE_BYTES)
                            .put(pages)
                            .putInt(seq)
                            .putLong(page)
                            .array();
        }
    }

    /// The pages that have lines after one, oldest first.
    static List<Long> pagesAfter(byte[] pages, int afterSeq) {
        var places = ByteBuffer.wrap(pages);
        var needed = new ArrayList<Long>();
        while (places.hasRemaining()) {
            if (places.getInt() <= afterSeq + 1) {
                needed.clear();
            }
            needed.add(places.getLong());
        }
        return needed;
    }

    /// Where a stretch of the trail is.
    ///
    /// @param seq its first line
    record Stretch(int seq, long page) {}

    /// All of the trail, as far as what names its pages is whole.
    static List<Stretch> stretches(byte[] pages) {
        var places = ByteBuffer.wrap(pages);
        var stretches = new ArrayList<Stretch>();
        while (places.remaining() >= PLACE_BYTES) {
            stretches.add(new Stretch(places.getInt(), places.getLong()));
        }
        return stretches;
    }

    static byte[] digest(byte[] bytes) {
        return digest(bytes, bytes.length);
    }

    /// Of the first bytes.
    static byte[] digest(byte[] bytes, int length) {
        var digest = SHA_256.get();
        digest.update(bytes, 0, length);
        return digest.digest();
    }

    static byte[] hash(
            byte[] before, int seq, long atMicros, Event event, byte @Nullable [] evidence) {
        var digest = SHA_256.get();
        digest.update(before);
        if (evidence != null) {
            // No line begins so: what is vouched for cannot be taken for words, nor words for it.
            digest.update(EVIDENCE_FOLLOWS);
            digest.update(evidence);
        }
        var line =
                seq
                        + "|"
                        + atMicros
                        + "|"
                        + event.kind()
                        + "|"
                        + event.attempt()
                        + "|"
                        + event.epoch()
                        + "|"
                        + event.actor()
                        + "|"
                        + event.why();
        return digest.digest(line.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
