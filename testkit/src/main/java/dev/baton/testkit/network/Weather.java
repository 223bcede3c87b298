package dev.baton.testkit.network;

import java.time.Duration;

/// What becomes of bytes on their way.
public sealed interface Weather {
    Weather CLEAR = new Clear();

    /// They arrive.
    record Clear() implements Weather {}

    /// Connections are reset, and no new one is made.
    record Cut() implements Weather {}

    /// Nothing arrives and nobody is told: a cable that was pulled. A connection that lost a byte never gets another one,
    /// also when the weather is better; one end may close it, and the other does not know.
    record Silent() implements Weather {}

    /// Each piece is late, and no more than so many bytes get through in a second, in either direction.
    record Slow(Duration delay, int bytesPerSecond) implements Weather {
        public Slow {
            if (delay.isNegative() || bytesPerSecond < 1) {
                throw new IllegalArgumentException(
                        "expected a delay and a rate, got %s and %d"
                                .formatted(delay, bytesPerSecond));
            }
        }
    }
}
