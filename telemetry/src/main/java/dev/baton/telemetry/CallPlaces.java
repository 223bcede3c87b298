package dev.baton.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Which pairs of queue and executor have figures of their own.
///
/// Callers choose the names of queues, so only so many are told apart: the rest is counted as `other`. Any thread may call it.
public final class CallPlaces {
    /// How many pairs are told apart.
    public static final int MOST = 200;

    private static final AttributeKey<String> QUEUE = AttributeKey.stringKey("queue");
    private static final AttributeKey<String> EXECUTOR = AttributeKey.stringKey("executor");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
    private static final Place OTHERS = new Place("other", "other");

    private final Map<Place, Place> known = new ConcurrentHashMap<>();

    /// Where calls are counted together.
    public record Place(String queue, String executor) {
        /// The labels of calls that ended so.
        ///
        /// @param outcome one of few words, and none of a caller's
        public Attributes ended(String outcome) {
            return Attributes.of(QUEUE, queue, EXECUTOR, executor, OUTCOME, outcome);
        }
    }

    /// Where a call of this queue and executor is counted.
    public Place of(String queue, String executor) {
        var place = new Place(queue, executor);
        Place same = known.get(place);
        return same == null ? met(place) : same;
    }

    private synchronized Place met(Place place) {
        if (known.size() < MOST) {
            known.put(place, place);
        }
        return known.getOrDefault(place, OTHERS);
    }
}
