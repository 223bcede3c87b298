package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Refusal;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.telemetry.CallPlaces;
import dev.baton.telemetry.CallPlaces.Place;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What becomes of function calls, by [queue, executor][CallPlaces] and outcome.
public final class FunctionMetrics implements CommitListener {
    private final LongCounter calls;
    private final DoubleHistogram duration;
    private final CallPlaces places = new CallPlaces();

    public FunctionMetrics(Metrics metrics) {
        calls =
                metrics.meters()
                        .counter(
                                "baton.function.calls",
                                "Function calls that are over, and attempts that are tried again (RETRIED)");
        duration =
                metrics.meters()
                        .seconds(
                                "baton.function.duration",
                                "From the submission of a function call to its end");
    }

    private record Counted(Place place, String outcome) {
        Attributes attributes() {
            return place.ended(outcome);
        }
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        var counts = new HashMap<Counted, Integer>();
        for (Change change : changes) {
            FunctionAddress function = change.function();
            if (function != null) {
                count(change, places.of(function.queue(), function.executor()), counts);
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

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}
}
