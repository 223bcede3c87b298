package dev.baton.explorer;

import org.jspecify.annotations.Nullable;

/// What was found.
///
/// @param states how many different states were met
/// @param transitions how many moves were tried from them
/// @param depth how many moves away from the start
/// @param complete whether there is nothing further on
/// @param broken the shortest way to a broken promise, if one was found
public record Exploration(
        Scene scene,
        long states,
        long transitions,
        int depth,
        boolean complete,
        @Nullable Trace broken) {}
