package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import java.time.Instant;
import java.util.Arrays;

/// A line of the journal as it was read, with the place and the time of its page.
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record JournalLine(long page, long atMicros, JobId job, int seq, Event event, byte[] hash) {
    Instant at() {
        return Micros.toInstant(atMicros);
    }

    /// The hash that this line has to have after the one before it.
    byte[] hashAfter(byte[] before) {
        return AuditTrail.hash(before, seq, atMicros, event);
    }

    boolean hasHash(byte[] expected) {
        return Arrays.equals(hash, expected);
    }
}
