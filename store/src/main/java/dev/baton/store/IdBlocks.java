package dev.baton.store;

import java.sql.SQLException;

/// Hands out ids from blocks that the store reserves for this lane: unique without asking for each one.
///
/// A block that was reserved in a transaction that failed is forgotten: on SQLite the reservation was undone too.
final class IdBlocks {
    private static final long BLOCK = 1_000;

    private long next = 1;
    private long last = 0;

    long next(Session session) throws SQLException {
        if (next > last) {
            long block = session.dialect().nextBlock(session);
            last = block * BLOCK;
            next = last - BLOCK + 1;
        }
        return next++;
    }

    void forget() {
        last = 0;
        next = 1;
    }
}
