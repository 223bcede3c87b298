package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Arrays;

/// A line of the journal as it was read, with the place and the time of its page.
///
/// @param evidence what it vouches for ([LineEvidence]); null if it vouches for nothing, as those of versions before
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record JournalLine(
        long page,
        long atMicros,
        JobId job,
        int seq,
        Event event,
        byte[] hash,
        byte @Nullable [] evidence) {
    Instant at() {
        return Micros.toInstant(atMicros);
    }

    /// The hash that this line has to have after the one before it.
    byte[] hashAfter(byte[] before) {
        return AuditTrail.hash(before, seq, atMicros, event, evidence);
    }

    boolean hasHash(byte[] expected) {
        return Arrays.equals(hash, expected);
    }
}
