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
    class LargeRuns extends LargeRunsContract {
        LargeRuns() {
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

    @Nested
    class Gates extends GatesContract {
        Gates() {
            super(new SqliteStore());
        }
    }

    @Nested
    class LeaseMessages extends LeaseMessagesContract {
        LeaseMessages() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Sweeping extends SweepingContract {
        Sweeping() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Canceling extends CancelingContract {
        Canceling() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Restart extends RestartContract {
        Restart() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Views extends ViewsContract {
        Views() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Deadlines extends DeadlinesContract {
        Deadlines() {
            super(new SqliteStore());
        }
    }

    @Nested
    class UniqueKeys extends UniqueKeysContract {
        UniqueKeys() {
            super(new SqliteStore());
        }
    }

    @Nested
    class DeadLetters extends DeadLettersContract {
        DeadLetters() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Results extends ResultsContract {
        Results() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Attempts extends AttemptsContract {
        Attempts() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Tokens extends TokensContract {
        Tokens() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Runners extends RunnersContract {
        Runners() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Unreadable extends UnreadableContract {
        Unreadable() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Schema extends SchemaContract {
        Schema() {
            super(new SqliteStore());
        }
    }

    @Nested
    class RandomWalk extends RandomWalkContract {
        RandomWalk() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Audit extends AuditContract {
        Audit() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Schedules extends SchedulesContract {
        Schedules() {
            super(new SqliteStore());
        }
    }

    @Nested
    class Isolation extends IsolationContract {
        Isolation() {
            super(new SqliteStore());
        }
    }
}
