package dev.baton.store;

/// So many jobs more, for a runner that wants them.
public record Wanted(Demand demand, int jobs) {}
