package dev.baton.store;

import org.junit.jupiter.api.Nested;

/// The contract, on a SQLite file.
class SqliteEngineTest {

    @Nested
    class Submitting extends SubmittingContract {
        Submitting() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Needs extends NeedsContract {
        Needs() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Queue extends QueueContract {
        Queue() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Demand extends DemandContract {
        Demand() {
            super(new SqliteStore());
        }
    }
}
