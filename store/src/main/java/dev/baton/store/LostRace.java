package dev.baton.store;

import java.sql.SQLException;

/// Someone else changed a row that was decided on from memory. The transaction is run again on what is read.
final class LostRace extends SQLException {
    private static final long serialVersionUID = 1;

    LostRace(String table, int expected, int written) {
        super("expected to update %d rows of %s, updated %d".formatted(expected, table, written));
    }
}
