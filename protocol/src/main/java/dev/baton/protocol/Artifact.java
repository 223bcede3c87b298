package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

/// Something that the work left behind, by reference.
///
/// @param type what it is: `log`, `junit`, …
public record Artifact(String type, String uri, @Nullable String name) {}
