package dev.baton.store;

import dev.baton.core.Event;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The hash chain of one job's audit trail: each line's hash covers its text and the hash before it.
final class AuditChain {
    static final int HASH_BYTES = 32;
    private static final ThreadLocal<MessageDigest> SHA_256 =
            ThreadLocal.withInitial(AuditChain::sha256);

    private int seq;
    private byte[] head;

    AuditChain(int seq, byte[] head) {
        this.seq = seq;
        this.head = head;
    }

    static AuditChain start() {
        return new AuditChain(0, new byte[HASH_BYTES]);
    }

    AuditChain copy() {
        return new AuditChain(seq, head);
    }

    int seq() {
        return seq;
    }

    byte[] head() {
        return head;
    }

    /// Adds a line and moves the head.
    void add(Event event, long atMicros) {
        seq++;
        head = hash(head, seq, atMicros, event);
    }

    static byte[] hash(byte[] before, int seq, long atMicros, Event event) {
        var digest = SHA_256.get();
        digest.update(before);
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
