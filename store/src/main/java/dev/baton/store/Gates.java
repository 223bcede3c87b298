package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Gate;
import dev.baton.core.GateKey;
import dev.baton.core.JobState;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Counts the places taken at the gates that a transaction touches, and lets jobs through where there is room.
///
/// A gate's row is locked after all jobs of the transaction, in the order of the keys.
final class Gates {
    private final Workset jobs;
    private final JobQueries queries;
    private final Session session;
    private final Map<GateKey, Integer> limits = new HashMap<>();
    private final Map<GateKey, Gate> settled = new HashMap<>();

    /// The gates that this transaction made: no job of another one waits there.
    private final Set<GateKey> made = new HashSet<>();

    Gates(Workset jobs, JobQueries queries, Session session) {
        this.jobs = jobs;
        this.queries = queries;
        this.session = session;
    }

    /// A submission names the gate with a limit: the newest holds.
    void limit(GateKey key, int limit) {
        limits.put(key, limit);
    }

    /// The gates that have to be saved.
    Collection<Gate> changed() {
        return settled.values();
    }

    /// What this transaction did to one gate.
    private static final class Traffic {
        private final List<Entry> waiting = new ArrayList<>();
        private int delta;
        private int jobs;
        private boolean touched;

        void add(Entry entry) {
            jobs++;
            delta += entry.gateDelta();
            if (entry.job().state() instanceof JobState.Gated) {
                waiting.add(entry);
                touched = true;
            }
            touched |= entry.gateDelta() != 0;
        }
    }

    void settle() throws SQLException {
        var traffic = traffic();
        if (traffic.isEmpty()) {
            return;
        }
        var gates = lock(traffic.keySet());
        for (var touched : traffic.entrySet()) {
            var gate = gates.get(touched.getKey());
            if (gate != null) {
                var here = touched.getValue();
                settled.put(
                        gate.key(), letThrough(gate.withTaken(gate.taken() + here.delta), here));
            }
        }
    }

    /// One pass over the jobs, however many gates there are.
    private Map<GateKey, Traffic> traffic() {
        var traffic = new HashMap<GateKey, Traffic>();
        limits.keySet().forEach(key -> traffic.put(key, new Traffic()));
        for (var entry : jobs.entries()) {
            var key = entry.fixed.plan().gate();
            if (key != null) {
                traffic.computeIfAbsent(key, _ -> new Traffic()).add(entry);
            }
        }
        traffic.entrySet()
                .removeIf(gate -> !gate.getValue().touched && !limits.containsKey(gate.getKey()));
        return traffic;
    }

    /// Locks the gates, making those that do not exist. Two transactions that make the same one meet at its key.
    private Map<GateKey, Gate> lock(Set<GateKey> keys) throws SQLException {
        var known = queries.lockGates(keys);
        var missing =
                keys.stream()
                        .filter(key -> !known.containsKey(key))
                        .sorted(Comparator.comparing(GateKey::value))
                        .toList();
        if (!missing.isEmpty()) {
            var insert =
                    session.statement(
                            "INSERT INTO gate (key, \"limit\", taken) VALUES (?, ?, 0) ON CONFLICT (key) DO NOTHING");
            for (var key : missing) {
                insert.setString(1, key.value());
                insert.setInt(2, limits.getOrDefault(key, 1));
                insert.addBatch();
            }
            int[] inserted = insert.executeBatch();
            for (int i = 0; i < inserted.length; i++) {
                if (inserted[i] == 1) {
                    made.add(missing.get(i));
                }
            }
            known.putAll(queries.lockGates(missing));
        }
        limits.forEach((key, limit) -> known.computeIfPresent(key, (_, g) -> g.withLimit(limit)));
        return known;
    }

    private Gate letThrough(Gate gate, Traffic here) throws SQLException {
        int room = gate.room();
        if (room == 0) {
            return gate;
        }
        int passed = 0;
        for (var candidate : waitingAt(gate.key(), room, here)) {
            if (passed == room) {
                break;
            }
            var entry = jobs.addIfAbsent(candidate);
            if (!jobs.discardIfHopeless(entry)) {
                jobs.decide(entry, new Command.Admit(gate.limit()));
                passed++;
            }
        }
        return gate.withTaken(gate.taken() + passed);
    }

    /// Who waits at a gate, in order: in the store, and in this transaction.
    private List<Entry> waitingAt(GateKey gate, int room, Traffic here) throws SQLException {
        var waiting = new ArrayList<>(here.waiting);
        if (!made.contains(gate)) {
            // Some of those that the store still shows as waiting may be in this transaction.
            for (var entry : queries.lockGated(gate, room + here.jobs)) {
                if (jobs.find(entry.fixed.id()) == null) {
                    waiting.add(entry);
                }
            }
        }
        waiting.sort(Comparator.comparing(entry -> Position.of(entry.job())));
        return waiting;
    }
}
