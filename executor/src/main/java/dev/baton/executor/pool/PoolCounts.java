package dev.baton.executor.pool;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// What has happened so often at one executor. Any thread may call it.
public final class PoolCounts {
    /// What is counted beside results and faults of answers.
    enum Event {
        /// A process was started.
        STARTED,
        /// It ended before it had answered anything.
        CRASHED,
        /// It was killed for what it did or did not do.
        REPLACED,
        /// The executor rests after too many crashes.
        RESTED,
        CANCEL_SENT,
        HARD_KILL_SENT,
        /// A line of its output was longer than we log.
        LINE_CUT,
        /// A line of its output was one too many to be logged.
        LINE_DROPPED
    }

    private final Map<Event, LongAdder> events = adders(Event.class);
    private final Map<OutcomePolicy, LongAdder> results = adders(OutcomePolicy.class);
    private final Map<AnswerFault, LongAdder> faults = adders(AnswerFault.class);

    void happened(Event event) {
        increment(events, event);
    }

    void ended(CallResult result) {
        increment(results, OutcomePolicy.of(result));
    }

    void faulty(AnswerFault fault) {
        increment(faults, fault);
    }

    /// How often an answer was faulty in this way.
    public long of(AnswerFault fault) {
        return all().getOrDefault("answer_" + word(fault), 0L);
    }

    /// What was wrong with answers, by the names of [AnswerFault].
    public Map<String, Long> faults() {
        return named(faults);
    }

    /// What happened to processes: `STARTED`, `CRASHED`, `REPLACED`, `RESTED`, `CANCEL_SENT`, `HARD_KILL_SENT`, `LINE_CUT`, `LINE_DROPPED`.
    public Map<String, Long> events() {
        return named(events);
    }

    private static Map<String, Long> named(Map<? extends Enum<?>, LongAdder> adders) {
        var named = new LinkedHashMap<String, Long>();
        adders.forEach((key, count) -> named.put(key.name(), count.sum()));
        return named;
    }

    /// By name, in a fixed order: `call_…` for results, `answer_…` for what was wrong with answers, and what happened to processes.
    public Map<String, Long> all() {
        var all = new LinkedHashMap<String, Long>();
        results.forEach((key, count) -> all.put("call_" + word(key), count.sum()));
        faults.forEach((key, count) -> all.put("answer_" + word(key), count.sum()));
        events.forEach((key, count) -> all.put(word(key), count.sum()));
        return all;
    }

    private static String word(Enum<?> key) {
        return key.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> keys) {
        var adders = new EnumMap<E, LongAdder>(keys);
        for (E key : keys.getEnumConstants()) {
            adders.put(key, new LongAdder());
        }
        return adders;
    }

    private static <E extends Enum<E>> void increment(Map<E, LongAdder> adders, E key) {
        LongAdder adder = adders.get(key);
        if (adder != null) {
            adder.increment();
        }
    }
}
