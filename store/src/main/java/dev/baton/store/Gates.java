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

    void settle() throws SQLException {
        var keys = touched();
        if (keys.isEmpty()) {
            return;
        }
        for (var gate : lock(keys).values()) {
            int taken = gate.taken();
            for (var entry : jobs.entries()) {
                if (gate.key().equals(entry.fixed.plan().gate())) {
                    taken += entry.gateDelta();
                }
            }
            settled.put(gate.key(), letThrough(gate.withTaken(taken)));
        }
    }

    private Set<GateKey> touched() {
        Set<GateKey> keys = new HashSet<>(limits.keySet());
        for (var entry : jobs.entries()) {
            var key = entry.fixed.plan().gate();
            if (key != null
                    && (entry.gateDelta() != 0 || entry.job().state() instanceof JobState.Gated)) {
                keys.add(key);
            }
        }
        return keys;
    }

    /// Locks the gates, making those that do not exist. Two transactions that make the same one meet at its key.
    private Map<GateKey, Gate> lock(Set<GateKey> keys) throws SQLException {
        var known = queries.lockGates(keys);
        var missing = keys.stream().filter(key -> !known.containsKey(key)).toList();
        if (!missing.isEmpty()) {
            var insert =
                    session.statement(
                            "INSERT INTO gate (key, \"limit\", taken) VALUES (?, ?, 0) ON CONFLICT (key) DO NOTHING");
            for (var key : missing.stream().map(GateKey::value).sorted().toList()) {
                insert.setString(1, key);
                insert.setInt(2, limits.getOrDefault(new GateKey(key), 1));
                insert.executeUpdate();
            }
            known.putAll(queries.lockGates(missing));
        }
        limits.forEach((key, limit) -> known.computeIfPresent(key, (_, g) -> g.withLimit(limit)));
        return known;
    }

    private Gate letThrough(Gate gate) throws SQLException {
        int room = gate.room();
        if (room == 0) {
            return gate;
        }
        int passed = 0;
        for (var candidate : waitingAt(gate.key(), room)) {
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
    private List<Entry> waitingAt(GateKey gate, int room) throws SQLException {
        var waiting = new ArrayList<Entry>();
        int leaving = 0;
        for (var entry : jobs.entries()) {
            if (gate.equals(entry.fixed.plan().gate())) {
                if (entry.job().state() instanceof JobState.Gated) {
                    waiting.add(entry);
                }
                leaving++;
            }
        }
        // Some of those that the store still shows as waiting may be in this transaction.
        for (var entry : queries.lockGated(gate, room + leaving)) {
            if (jobs.find(entry.fixed.id()) == null) {
                waiting.add(entry);
            }
        }
        waiting.sort(Comparator.comparing(entry -> Position.of(entry.job())));
        return waiting;
    }
}
