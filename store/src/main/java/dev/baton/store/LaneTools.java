package dev.baton.store;

import java.util.random.RandomGenerator;

/// What belongs to one lane and one connection of it.
record LaneTools(
        Session session,
        JobQueries queries,
        KnownJobs knownJobs,
        IdBlocks ids,
        RandomGenerator random) {}
