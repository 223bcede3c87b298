package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.Requirement;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The queues: one for each distinct requirement, so that a claim never reads past jobs that do not fit.
///
/// Shared by all lanes. Requirements are never deleted, so what is known stays true.
final class Requirements {
    /// More distinct requirements than this are refused: each claim looks at every queue that fits.
    static final int MOST_QUEUES = 10_000;

    private final Map<String, Integer> bySignature = new ConcurrentHashMap<>();
    private final Map<Integer, Requirement> byNumber = new ConcurrentHashMap<>();

    /// The number of a requirement's queue, if it is known to have one.
    Optional<Integer> known(Requirement requirement) {
        return Optional.ofNullable(bySignature.get(requirement.signature()));
    }

    /// The queue's number; makes the queue if there is none. In a transaction of its own: call outside of any.
    int number(Session session, Requirement requirement) throws SQLException {
        var known = bySignature.get(requirement.signature());
        if (known != null) {
            return known;
        }
        if (bySignature.size() >= MOST_QUEUES) {
            throw new StoreException(
                    StoreException.Code.OVERLOADED,
                    "there are %d distinct requirements already, and no more are taken"
                            .formatted(MOST_QUEUES));
        }
        var insert =
                session.statement(
                        "INSERT INTO requirement (signature) VALUES (?) ON CONFLICT (signature) DO NOTHING");
        insert.setString(1, requirement.signature());
        insert.executeUpdate();
        session.commit();
        load(session);
        var number = bySignature.get(requirement.signature());
        if (number == null) {
            throw new IllegalStateException("a requirement that was just stored is not there");
        }
        return number;
    }

    /// Learns of the queues that other orchestrators made.
    void load(Session session) throws SQLException {
        var rows =
                Session.query(
                        session.statement("SELECT id, signature FROM requirement"),
                        row -> Map.entry(row.getInt(1), row.getString(2)));
        session.commit();
        for (var row : rows) {
            byNumber.put(row.getKey(), Requirement.ofSignature(row.getValue()));
            bySignature.put(row.getValue(), row.getKey());
        }
    }

    /// The queues that a runner can be served from.
    List<Integer> metBy(Capabilities capabilities) {
        return byNumber.entrySet().stream()
                .filter(queue -> queue.getValue().isMetBy(capabilities))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    boolean has(int number) {
        return byNumber.containsKey(number);
    }

    boolean isMet(int number, Capabilities capabilities) {
        var requirement = byNumber.get(number);
        return requirement != null && requirement.isMetBy(capabilities);
    }
}
