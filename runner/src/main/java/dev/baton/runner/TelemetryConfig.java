package dev.baton.runner;

import org.jspecify.annotations.Nullable;

/// How a runner can be watched.
///
/// @param otlpEndpoint the base URL of the collector that spans are sent to; null for none
/// @param metricsPort where on loopback figures can be had; 0 for nowhere
public record TelemetryConfig(@Nullable String otlpEndpoint, int metricsPort) {
    /// Not at all: nothing is measured, and nothing is sent.
    public static final TelemetryConfig NONE = new TelemetryConfig(null, 0);

    public static final int LARGEST_PORT = 65_535;

    public TelemetryConfig {
        if (metricsPort < 0 || metricsPort > LARGEST_PORT) {
            throw new IllegalArgumentException(
                    "metrics port: expected 0 to %d, got %d".formatted(LARGEST_PORT, metricsPort));
        }
    }
}
