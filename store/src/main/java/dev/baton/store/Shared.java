package dev.baton.store;

/// What the lanes of an engine share.
record Shared(
        Rules rules,
        Requirements requirements,
        Cursors cursors,
        Parking parking,
        Neighbours neighbours,
        CommitListener listener) {}
