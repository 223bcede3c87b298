package dev.baton.chaos.load;

import java.nio.file.Path;

/// What all work leaves behind, for whoever checks it later.
///
/// @param evidence the directory where each execution notes what it does, outside of everything that Baton looks after
/// @param mark what every process of every job and of every executor carries
public record Traces(Path evidence, String mark) {}
