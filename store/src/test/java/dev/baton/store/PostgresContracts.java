package dev.baton.store;

import org.junit.jupiter.api.Nested;

/// The contract, on a PostgreSQL server, through two lanes. Each subclass says which release.
abstract class PostgresContracts {
    abstract TestRelease release();

    private PostgresStore newStore() {
        return new PostgresStore(release());
    }

    @Nested
    class Submitting extends SubmittingContract {
        Submitting() {
            super(newStore());
        }
    }

    @Nested
    class LargeRuns extends LargeRunsContract {
        LargeRuns() {
            super(newStore());
        }
    }

    @Nested
    class Needs extends NeedsContract {
        Needs() {
            super(newStore());
        }
    }

    @Nested
    class Queue extends QueueContract {
        Queue() {
            super(newStore());
        }
    }

    @Nested
    class Demand extends DemandContract {
        Demand() {
            super(newStore());
        }
    }

    @Nested
    class Gates extends GatesContract {
        Gates() {
            super(newStore());
        }
    }

    @Nested
    class LeaseMessages extends LeaseMessagesContract {
        LeaseMessages() {
            super(newStore());
        }
    }

    @Nested
    class Sweeping extends SweepingContract {
        Sweeping() {
            super(newStore());
        }
    }

    @Nested
    class Canceling extends CancelingContract {
        Canceling() {
            super(newStore());
        }
    }

    @Nested
    class Restart extends RestartContract {
        Restart() {
            super(newStore());
        }
    }

    @Nested
    class Views extends ViewsContract {
        Views() {
            super(newStore());
        }
    }

    @Nested
    class Deadlines extends DeadlinesContract {
        Deadlines() {
            super(newStore());
        }
    }

    @Nested
    class UniqueKeys extends UniqueKeysContract {
        UniqueKeys() {
            super(newStore());
        }
    }

    @Nested
    class DeadLetters extends DeadLettersContract {
        DeadLetters() {
            super(newStore());
        }
    }

    @Nested
    class Results extends ResultsContract {
        Results() {
            super(newStore());
        }
    }

    @Nested
    class Attempts extends AttemptsContract {
        Attempts() {
            super(newStore());
        }
    }

    @Nested
    class Tokens extends TokensContract {
        Tokens() {
            super(newStore());
        }
    }

    @Nested
    class Runners extends RunnersContract {
        Runners() {
            super(newStore());
        }
    }

    @Nested
    class Unreadable extends UnreadableContract {
        Unreadable() {
            super(newStore());
        }
    }

    @Nested
    class Schema extends SchemaContract {
        Schema() {
            super(newStore());
        }
    }

    @Nested
    class RandomWalk extends RandomWalkContract {
        RandomWalk() {
            super(newStore());
        }
    }

    @Nested
    class Audit extends AuditContract {
        Audit() {
            super(newStore());
        }
    }

    @Nested
    class Schedules extends SchedulesContract {
        Schedules() {
            super(newStore());
        }
    }

    @Nested
    class Isolation extends IsolationContract {
        Isolation() {
            super(newStore());
        }
    }
}
