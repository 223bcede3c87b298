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

    @Nested
    class Gates extends GatesContract {
        Gates() {
            super(new PostgresStore());
        }
    }

    @Nested
    class LeaseMessages extends LeaseMessagesContract {
        LeaseMessages() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Sweeping extends SweepingContract {
        Sweeping() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Canceling extends CancelingContract {
        Canceling() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Restart extends RestartContract {
        Restart() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Views extends ViewsContract {
        Views() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Deadlines extends DeadlinesContract {
        Deadlines() {
            super(new PostgresStore());
        }
    }

    @Nested
    class UniqueKeys extends UniqueKeysContract {
        UniqueKeys() {
            super(new PostgresStore());
        }
    }

    @Nested
    class DeadLetters extends DeadLettersContract {
        DeadLetters() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Results extends ResultsContract {
        Results() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Attempts extends AttemptsContract {
        Attempts() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Tokens extends TokensContract {
        Tokens() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Runners extends RunnersContract {
        Runners() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Unreadable extends UnreadableContract {
        Unreadable() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Schema extends SchemaContract {
        Schema() {
            super(new PostgresStore());
        }
    }

    @Nested
    class RandomWalk extends RandomWalkContract {
        RandomWalk() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Audit extends AuditContract {
        Audit() {
            super(new PostgresStore());
        }
    }

    @Nested
    class Schedules extends SchedulesContract {
        Schedules() {
            super(new PostgresStore());
        }
    }
}
