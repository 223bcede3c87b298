package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What becomes of function calls, by queue, executor and outcome.
///
/// Callers choose the names of queues, so only so many are told apart: the rest is counted as `other`.
public final class FunctionMetrics implements CommitListener {
    /// How many pairs of queue and executor have figures of their own.
    static final int MOST_PLACES = 200;

    private static final AttributeKey<String> QUEUE = AttributeKey.stringKey("queue");
    private static final AttributeKey<String> EXECUTOR = AttributeKey.stringKey("executor");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
    private static final Place OTHERS = new Place("other", "other");

    private final LongCounter calls;
    private final DoubleHistogram duration;
    private final Map<Place, Boolean> known = new ConcurrentHashMap<>();

    public FunctionMetrics(Metrics metrics) {
        calls =
                metrics.counter(
                        "baton.function.calls",
                        "Function calls that are over, and attempts that are tried again (RETRIED)");
        duration =
                metrics.seconds(
                        "baton.function.duration",
                        "From the submission of a function call to its end");
    }

    private record Place(String queue, String executor) {}

    private record Counted(Place place, String outcome) {
        Attributes attributes() {
            return Attributes.of(
                    QUEUE, place.queue(), EXECUTOR, place.executor(), OUTCOME, outcome);
        }
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        var counts = new HashMap<Counted, Integer>();
        for (Change change : changes) {
            FunctionAddress function = change.function();
            if (function != null) {
                count(change, place(function), counts);
            }
        }
        counts.forEach((counted, count) -> calls.add(count, counted.attributes()));
    }

    private void count(Change change, Place place, Map<Counted, Integer> counts) {
        for (var event : change.events()) {
            switch (event.kind()) {
                case REQUEUED -> counts.merge(new Counted(place, "RETRIED"), 1, Integer::sum);
                case FINISHED -> {
                    if (change.job().state() instanceof JobState.Finished done) {
                        var counted = new Counted(place, done.outcome().status().name());
                        counts.merge(counted, 1, Integer::sum);
                        var lasted = Duration.between(change.job().created(), done.at());
                        duration.record(lasted.toNanos() / 1e9, counted.attributes());
                    }
                }
                case SUBMITTED,
                        UNBLOCKED,
                        WOKEN,
                        ADMITTED,
                        GRANTED,
                        ACKNOWLEDGED,
                        CANCEL_REQUESTED -> {}
            }
        }
    }

    private Place place(FunctionAddress function) {
        var place = new Place(function.queue(), function.executor());
        if (known.containsKey(place)) {
            return place;
        }
        if (known.size() >= MOST_PLACES) {
            return OTHERS;
        }
        known.put(place, true);
        return place;
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}
}
