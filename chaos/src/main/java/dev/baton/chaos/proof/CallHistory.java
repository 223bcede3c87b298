package dev.baton.chaos.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All that is known of a function call in the end.
///
/// @param notes what its executions noted
/// @param result the request whose answer was taken for its result; empty if none was
record CallHistory(JobHistory job, List<CallNote> notes, String result) {
    CallHistory {
        notes = List.copyOf(notes);
    }

    /// A lease that was acknowledged, or that a cancel overtook: then an AckLease is answered and leaves no line.
    ///
    /// @param to when it was over, by its last line; that of a cancel that nobody confirmed may go on for a TTL
    record Lease(String runner, Instant from, Instant to, boolean isUnconfirmed) {}

    /// The leases under which something may have been executed.
    List<Lease> leases() {
        Map<Integer, String> holders = new HashMap<>();
        Map<Integer, Instant> begun = new HashMap<>();
        var leases = new ArrayList<Lease>();
        for (AuditLine line : job.trail()) {
            switch (line.kind()) {
                case "GRANTED" -> holders.put(line.epoch(), line.runner());
                case "ACKNOWLEDGED", "CANCEL_REQUESTED" ->
                        begun.putIfAbsent(line.epoch(), line.at());
                case "REQUEUED", "FINISHED" -> {
                    Instant from = begun.get(line.epoch());
                    if (from != null) {
                        boolean isUnconfirmed = line.why().contains("CANCEL_UNCONFIRMED");
                        leases.add(
                                new Lease(
                                        holders.getOrDefault(line.epoch(), ""),
                                        from,
                                        line.at(),
                                        isUnconfirmed));
                    }
                }
                default -> {}
            }
        }
        return leases;
    }
}
