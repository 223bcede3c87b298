package dev.baton.runner;

import dev.baton.executor.pool.ExecutorPools;
import dev.baton.runner.job.CallWatch;
import dev.baton.telemetry.LoopbackPages;
import dev.baton.telemetry.Meters;
import dev.baton.telemetry.Tracing;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The spans and the figures of a runner, as far as anybody wants them.
final class RunnerTelemetry implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunnerTelemetry.class);

    private final Tracing tracing;
    private final @Nullable Figures figures;
    private final CallWatch watch;

    /// The page, and what is on it.
    private record Figures(Meters meters, CallMetrics calls, LoopbackPages pages) {
        static Figures at(int port) {
            try {
                var meters = new Meters();
                var pages =
                        LoopbackPages.open(port)
                                .page("/metrics", meters.contentType(), meters::page);
                log.info("metrics served port={}", pages.port());
                return new Figures(meters, new CallMetrics(meters), pages);
            } catch (IOException e) {
                throw new RunnerException(
                        "cannot serve metrics on port %d of loopback: %s"
                                .formatted(port, e.getMessage()),
                        e);
            }
        }
    }

    private RunnerTelemetry(Tracing tracing, @Nullable Figures figures) {
        this.tracing = tracing;
        this.figures = figures;
        this.watch =
                new CallWatch(
                        tracing, figures == null ? (_, _, _, _) -> {} : figures.calls()::ended);
    }

    /// Starts what is wanted.
    ///
    /// @throws RunnerException if the port cannot be had
    static RunnerTelemetry start(TelemetryConfig config) {
        // What can fail comes first: nothing is left behind.
        Figures figures = config.metricsPort() == 0 ? null : Figures.at(config.metricsPort());
        return new RunnerTelemetry(Tracing.to(config.otlpEndpoint(), "baton-runner"), figures);
    }

    CallWatch watch() {
        return watch;
    }

    /// What executors inherit: they find the collector that the runner sends to, unless they are told of another.
    Map<String, String> inherited(Map<String, String> environment) {
        var inherited = new HashMap<>(tracing.environment());
        inherited.putAll(environment);
        return inherited;
    }

    /// Adds the figures of executors.
    void observe(ExecutorPools pools) {
        if (figures != null) {
            figures.calls().observe(pools);
        }
    }

    /// Sends the last spans.
    @Override
    public void close() {
        if (figures != null) {
            figures.pages().close();
            figures.meters().close();
        }
        tracing.close();
    }
}
