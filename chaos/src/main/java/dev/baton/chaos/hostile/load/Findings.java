package dev.baton.chaos.hostile.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was seen that must not be, and figures of the acts. Any thread may use it.
public final class Findings {
    private final BeatLog log;
    private final List<Finding> found = new ArrayList<>();
    private final Map<String, Map<String, Long>> figures = new LinkedHashMap<>();

    /// What a finding counts as.
    public enum Kind {
        /// A job or a request of a client that did nothing wrong.
        INNOCENT,
        /// Any other promise.
        PROMISE
    }

    public record Finding(String act, Kind kind, String what) {}

    public Findings(BeatLog log) {
        this.log = log;
    }

    /// A job or a request of a client that did nothing wrong failed.
    public synchronized void innocentFailed(String what) {
        found.add(new Finding(log.act(), Kind.INNOCENT, what));
    }

    public synchronized void broken(String what) {
        found.add(new Finding(log.act(), Kind.PROMISE, what));
    }

    /// A figure of the current act; of several the highest stays.
    public synchronized void highest(String name, long value) {
        ofAct().merge(name, value, Math::max);
    }

    /// A figure of the current act that adds up.
    public synchronized void count(String name, long value) {
        ofAct().merge(name, value, Long::sum);
    }

    private Map<String, Long> ofAct() {
        return figures.computeIfAbsent(log.act(), _ -> new TreeMap<>());
    }

    public synchronized List<Finding> found() {
        return List.copyOf(found);
    }

    public synchronized Map<String, Long> figures(String act) {
        return new TreeMap<>(figures.getOrDefault(act, Map.of()));
    }
}
