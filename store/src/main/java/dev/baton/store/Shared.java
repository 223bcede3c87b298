package dev.baton.store;

/// What the lanes of an engine share.
///
/// @param maxPartCost how much work one part of a large run is, see [RunParts]
record Shared(
        Rules rules,
        Requirements requirements,
        Cursors cursors,
        Parking parking,
        Neighbours neighbours,
        CommitListener listener,
        int maxPartCost) {}
