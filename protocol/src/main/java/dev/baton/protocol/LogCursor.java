package dev.baton.protocol;

/// How much of its log a runner says it has sent.
public record LogCursor(long bytesSent) {}
