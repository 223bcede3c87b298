package dev.baton.store;

import org.junit.jupiter.api.Nested;

/// The contract, on a PostgreSQL server, through two lanes.
class PostgresEngineIT {

    @Nested
    class Submitting extends SubmittingContract {
        Submitting() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Needs extends NeedsContract {
        Needs() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Queue extends QueueContract {
        Queue() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Demand extends DemandContract {
        Demand() {
            super(new PostgresStore());
        }
    }
}
