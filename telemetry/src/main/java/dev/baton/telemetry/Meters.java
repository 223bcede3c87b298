package dev.baton.telemetry;

import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The figures of a process, and the page of them that Prometheus scrapes. Any thread may call it.
public final class Meters implements AutoCloseable {
    private static final List<Double> SECONDS =
            List.of(
                    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0,
                    120.0, 600.0, 3600.0);

    private final PrometheusMetricReader reader =
            PrometheusMetricReader.builder()
                    .setOtelScopeLabelsEnabled(false)
                    .setTargetInfoMetricEnabled(false)
                    .build();
    private final SdkMeterProvider provider =
            SdkMeterProvider.builder().registerMetricReader(reader).build();
    private final Meter meter = provider.get("baton");
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    /// For figures of any other kind.
    public Meter meter() {
        return meter;
    }

    public LongCounter counter(String name, String description) {
        return meter.counterBuilder(name).setDescription(description).build();
    }

    /// A histogram of durations in seconds.
    public DoubleHistogram seconds(String name, String description) {
        return meter.histogramBuilder(name)
                .setUnit("s")
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(SECONDS)
                .build();
    }

    public String contentType() {
        return writer.getContentType();
    }

    /// All figures as they are now.
    public byte[] page() {
        var out = new ByteArrayOutputStream();
        try {
            writer.write(out, reader.collect());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be full", e);
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        provider.close();
    }
}
