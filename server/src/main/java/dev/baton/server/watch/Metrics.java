package dev.baton.server.watch;

import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;
import dev.baton.server.http.Cut;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.telemetry.Meters;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The figures that say how the orchestrator is doing. Counting happens once per commit, not once per job.
public final class Metrics
        implements CommitListener, Cut.Observer, TickOutcome.Observer, AutoCloseable {
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("kind");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
    private static final List<Long> SIZES =
            List.of(1L, 2L, 5L, 10L, 25L, 50L, 100L, 250L, 500L, 1000L, 2500L, 5000L);

    private final Meters meters = new Meters();
    private final Meter meter = meters.meter();
    private final LongCounter transitions =
            meter.counterBuilder("baton.transitions")
                    .setDescription("Lines added to audit trails, by kind")
                    .build();
    private final LongCounter refusals =
            meter.counterBuilder("baton.refusals")
                    .setDescription("Commands that changed nothing, stale messages among them")
                    .build();
    private final LongCounter ticks =
            meter.counterBuilder("baton.schedule.ticks")
                    .setDescription("Ticks of schedules, by what became of them")
                    .build();
    private final LongCounter cuts =
            meter.counterBuilder("baton.connections.cut")
                    .setDescription("Connections refused or ended over a limit")
                    .build();
    private final LongHistogram commitCommands =
            meter.histogramBuilder("baton.commit.commands")
                    .ofLongs()
                    .setDescription("Commands that shared a commit")
                    .setExplicitBucketBoundariesAdvice(SIZES)
                    .build();
    private final DoubleHistogram commitDuration =
            meters.seconds("baton.commit.duration", "Time of a commit");
    private final DoubleHistogram queueWait =
            meters.seconds(
                    "baton.queue.wait",
                    "From the submission of a job, or its earliest start, to its first lease");
    private final Map<Cut, Attributes> whys = attributes(Cut.class, REASON);
    private final Map<TickOutcome, Attributes> outcomes = attributes(TickOutcome.class, OUTCOME);
    private final Map<Event.Kind, Attributes> kinds = attributes(Event.Kind.class, KIND);
    private final Map<Refusal, Attributes> reasons = attributes(Refusal.class, REASON);

    /// Adds the figures that are looked up when somebody asks.
    ///
    /// @param depths how many jobs stand where
    /// @param streams how many lease streams are open
    public void observe(Supplier<Map<String, Long>> depths, IntSupplier streams) {
        meter.gaugeBuilder("baton.jobs")
                .ofLongs()
                .setDescription("Jobs that are not over, by what they wait for or who has them")
                .buildWithCallback(gauge -> report(gauge, depths.get()));
        meter.gaugeBuilder("baton.streams")
                .ofLongs()
                .setDescription("Lease streams that are open")
                .buildWithCallback(gauge -> gauge.record(streams.getAsInt()));
    }

    /// Adds how many dead letters nobody has dealt with.
    public void observeDeadLetters(LongSupplier letters) {
        meter.gaugeBuilder("baton.dead_letters")
                .ofLongs()
                .setDescription(
                        "Function calls that failed for good, neither requeued nor discarded")
                .buildWithCallback(gauge -> gauge.record(letters.getAsLong()));
    }

    /// Adds how many connections are open.
    public void observeConnections(IntSupplier connections) {
        meter.gaugeBuilder("baton.connections")
                .ofLongs()
                .setDescription("Connections that are open")
                .buildWithCallback(gauge -> gauge.record(connections.getAsInt()));
    }

    @Override
    public void cut(Cut why) {
        cuts.add(1, whys.get(why));
    }

    @Override
    public void ticked(TickOutcome outcome, int count) {
        ticks.add(count, outcomes.get(outcome));
    }

    /// Where others add figures of their own.
    Meters meters() {
        return meters;
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        if (commands == 0 && changes.isEmpty()) {
            return; // a sweep that found nothing
        }
        var counts = new EnumMap<Event.Kind, Integer>(Event.Kind.class);
        for (Change change : changes) {
            for (Event event : change.events()) {
                counts.merge(event.kind(), 1, Integer::sum);
                if (event.kind() == Event.Kind.GRANTED
                        && change.job().state() instanceof JobState.Held held
                        && held.lease().epoch() == 1) {
                    queueWait.record(waited(change, held));
                }
            }
        }
        counts.forEach((kind, count) -> transitions.add(count, kinds.get(kind)));
        commitCommands.record(commands);
        commitDuration.record(took.toNanos() / 1e9);
    }

    @Override
    public void refused(Refusal reason) {
        refusals.add(1, reasons.get(reason));
    }

    @Override
    public void changedElsewhere(List<JobId> jobs) {}

    @Override
    public void close() {
        meters.close();
    }

    private static double waited(Change change, JobState.Held held) {
        Instant ready = change.job().created();
        Instant notBefore = change.job().plan().notBefore();
        if (notBefore != null && notBefore.isAfter(ready)) {
            ready = notBefore;
        }
        return Math.max(0, Duration.between(ready, held.lease().grantedAt()).toNanos() / 1e9);
    }

    private static void report(ObservableLongMeasurement gauge, Map<String, Long> depths) {
        depths.forEach((state, count) -> gauge.record(count, Attributes.of(STATE, state)));
    }

    private static <E extends Enum<E>> Map<E, Attributes> attributes(
            Class<E> type, AttributeKey<String> key) {
        Function<E, Attributes> named = value -> Attributes.of(key, value.name());
        var all = new EnumMap<E, Attributes>(type);
        Arrays.stream(type.getEnumConstants()).forEach(value -> all.put(value, named.apply(value)));
        return all;
    }
}
