package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.GateKey;
import dev.baton.core.JobId;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Counts who is let through the gates, page after page: never more at once than the gate lets through.
///
/// Where pages do not come in the order of their commits, a gate is over its limit only if it stays so for longer than
/// pages can be out of order, and over each limit that it had in that time. Of two lines of one job the one with the
/// higher number counts, whichever comes first.
final class GateWatch {
    private static final String ROOM = "room at gate ";

    private final long disorder;
    private final Map<JobId, Place> holders = new HashMap<>();
    private final SequencedMap<JobId, Departure> departures = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Deque<Limit>> limits = new HashMap<>();
    private final Map<String, Excess> excesses = new HashMap<>();

    private record Place(String gate, int line) {}

    private record Departure(int line, long at) {}

    private record Limit(long at, int places) {}

    private record Excess(JobId job, int line, long since, int limit, int count) {}

    /// @param disorder how many microseconds pages can be out of order
    GateWatch(long disorder) {
        this.disorder = disorder;
    }

    /// Takes in the lines of the next page.
    List<AuditFinding> page(long atMicros, List<JournalLine> lines) {
        forgetDepartures(atMicros);
        var admitted = new ArrayList<JournalLine>();
        for (var line : lines) {
            switch (line.event().kind()) {
                case ADMITTED -> {
                    enter(line);
                    admitted.add(line);
                }
                case REQUEUED, FINISHED -> leave(line);
                case SUBMITTED, UNBLOCKED, WOKEN, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED -> {}
            }
        }
        admitted.forEach(line -> measure(line, atMicros));
        return due(atMicros);
    }

    /// What is over its limit at the end of the journal stays so.
    List<AuditFinding> end() {
        return due(Long.MAX_VALUE);
    }

    private void enter(JournalLine line) {
        var departure = departures.get(line.job());
        if (departure != null && departure.line > line.seq()) {
            return;
        }
        var gate = gate(line.event());
        var before = holders.put(line.job(), new Place(gate, line.seq()));
        if (before != null) {
            counts.merge(before.gate, -1, Integer::sum);
        }
        counts.merge(gate, 1, Integer::sum);
    }

    private void leave(JournalLine line) {
        var place = holders.get(line.job());
        if (place != null && place.line > line.seq()) {
            return;
        }
        departures.putLast(line.job(), new Departure(line.seq(), line.atMicros()));
        if (place != null) {
            holders.remove(line.job());
            counts.merge(place.gate, -1, Integer::sum);
        }
    }

    /// After this long no line can come that is older than the departure.
    private void forgetDepartures(long atMicros) {
        while (!departures.isEmpty()
                && departures.firstEntry().getValue().at < atMicros - disorder) {
            departures.pollFirstEntry();
        }
    }

    private void measure(JournalLine line, long atMicros) {
        var limit = LineWords.gateLimit(line.event().why());
        if (limit.isEmpty()) {
            return;
        }
        var gate = gate(line.event());
        remember(gate, new Limit(atMicros, limit.getAsInt()));
        int count = counts.getOrDefault(gate, 0);
        if (count > limit.getAsInt()) {
            excesses.putIfAbsent(
                    gate, new Excess(line.job(), line.seq(), atMicros, limit.getAsInt(), count));
        }
    }

    /// A limit that is older than another and no wider than it will never be asked for.
    private void remember(String gate, Limit limit) {
        var known = limits.computeIfAbsent(gate, _ -> new ArrayDeque<>());
        while (!known.isEmpty() && known.getLast().places <= limit.places) {
            known.removeLast();
        }
        known.addLast(limit);
        while (known.getFirst().at < limit.at - 2 * disorder) {
            known.removeFirst();
        }
    }

    private int widestLimitSince(String gate, long from) {
        return limits.getOrDefault(gate, new ArrayDeque<>()).stream()
                .filter(limit -> limit.at >= from)
                .mapToInt(Limit::places)
                .findFirst()
                .orElse(0);
    }

    private List<AuditFinding> due(long atMicros) {
        var findings = new ArrayList<AuditFinding>();
        excesses.entrySet()
                .removeIf(
                        entry -> {
                            var excess = entry.getValue();
                            int limit = widestLimitSince(entry.getKey(), excess.since - disorder);
                            if (counts.getOrDefault(entry.getKey(), 0) <= limit) {
                                return true;
                            }
                            if (atMicros - disorder < excess.since) {
                                return false;
                            }
                            findings.add(finding(entry.getKey(), excess));
                            return true;
                        });
        return findings;
    }

    private static AuditFinding finding(String gate, Excess excess) {
        return AuditFinding.at(
                excess.job,
                excess.line,
                "it was let through gate %s as one of %d at once, and the gate lets %d through"
                        .formatted(gate, excess.count, excess.limit));
    }

    /// What stands between the words of the rules. The key of a gate is at most [GateKey#MOST_CHARACTERS] long.
    private static String gate(Event event) {
        var why = event.why();
        int limit = why.lastIndexOf(", which lets ");
        int end = LineWords.gateLimit(why).isPresent() ? limit : why.length();
        return why.startsWith(ROOM) ? why.substring(ROOM.length(), end) : "";
    }
}
