package dev.baton.runner;

import dev.baton.executor.pool.ExecutorPool;
import dev.baton.executor.pool.ExecutorPools;
import dev.baton.executor.pool.OutcomePolicy;
import dev.baton.executor.pool.Slots;
import dev.baton.telemetry.CallPlaces;
import dev.baton.telemetry.Meters;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The figures of a runner's calls and of its executors. Any thread may call it.
final class CallMetrics {
    private static final AttributeKey<String> EXECUTOR = AttributeKey.stringKey("executor");
    private static final AttributeKey<String> FAULT = AttributeKey.stringKey("fault");
    private static final AttributeKey<String> EVENT = AttributeKey.stringKey("event");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");

    private final Meters meters;
    private final DoubleHistogram calls;
    private final CallPlaces places = new CallPlaces();

    CallMetrics(Meters meters) {
        this.meters = meters;
        calls =
                meters.seconds(
                        "baton.runner.calls",
                        "Function calls of this runner, by what became of each");
    }

    void ended(String queue, String executor, OutcomePolicy outcome, long nanos) {
        calls.record(nanos / 1e9, places.of(queue, executor).ended(outcome.name()));
    }

    /// Adds what is looked up when somebody asks.
    void observe(ExecutorPools pools) {
        List<ExecutorPool> executors =
                pools.names().stream().flatMap(name -> pools.pool(name).stream()).toList();
        counter(
                "baton.executor.faults",
                "Answers that were no good, by what was wrong with them",
                counter ->
                        executors.forEach(
                                pool -> record(counter, pool, FAULT, pool.counts().faults())));
        counter(
                "baton.executor.events",
                "What happened to the processes of executors",
                counter ->
                        executors.forEach(
                                pool -> record(counter, pool, EVENT, pool.counts().events())));
        gauge(
                "baton.executor.slots",
                "How many calls an executor can have at once, free and taken",
                gauge -> executors.forEach(pool -> record(gauge, pool, STATE, slots(pool))));
        gauge(
                "baton.executor.resting",
                "1 while an executor rests because it crashed too often",
                gauge ->
                        executors.forEach(
                                pool ->
                                        gauge.record(
                                                pool.isResting() ? 1 : 0,
                                                Attributes.of(EXECUTOR, pool.name()))));
    }

    private void counter(
            String name, String description, Consumer<ObservableLongMeasurement> look) {
        meters.meter().counterBuilder(name).setDescription(description).buildWithCallback(look);
    }

    private void gauge(String name, String description, Consumer<ObservableLongMeasurement> look) {
        meters.meter()
                .gaugeBuilder(name)
                .ofLongs()
                .setDescription(description)
                .buildWithCallback(look);
    }

    private static void record(
            ObservableLongMeasurement figure,
            ExecutorPool pool,
            AttributeKey<String> label,
            Map<String, Long> values) {
        values.forEach(
                (word, value) ->
                        figure.record(value, Attributes.of(EXECUTOR, pool.name(), label, word)));
    }

    private static Map<String, Long> slots(ExecutorPool pool) {
        Slots slots = pool.slots();
        return Map.of("free", (long) slots.free(), "taken", (long) slots.total() - slots.free());
    }
}
