package dev.baton.store;

import dev.baton.core.JobRules;

/// What the lanes of an engine share.
record Shared(
        JobRules rules,
        Requirements requirements,
        Cursors cursors,
        Parking parking,
        Neighbours neighbours,
        CommitListener listener) {}
