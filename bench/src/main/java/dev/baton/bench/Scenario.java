package dev.baton.bench;

/// What can be measured about leases.
public enum Scenario {
    /// How fast a full queue is drained, next to the limit of the database, and how soon an idle queue grants a lease.
    DRAIN,
    /// What a claim costs with many jobs queued, next to few.
    BACKLOG,
    /// How fast the others are while one limited tenant has a long queue before them.
    HOT_TENANT,
    /// How fast the queue is drained while a transaction is held open elsewhere.
    HELD_SNAPSHOT
}
