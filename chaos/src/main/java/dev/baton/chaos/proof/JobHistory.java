package dev.baton.chaos.proof;

import dev.baton.chaos.load.JobRecord;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All that is known of a job in the end.
///
/// @param record what its client wrote down
/// @param status what the orchestrator says has become of it
/// @param trail its audit trail
/// @param notes what its executions noted
record JobHistory(JobRecord record, String status, List<AuditLine> trail, List<Note> notes) {
    JobHistory {
        trail = List.copyOf(trail);
        notes = List.copyOf(notes);
    }

    String id() {
        return record.id();
    }

    Optional<AuditLine> end() {
        return trail.stream().filter(line -> line.is("FINISHED")).findFirst();
    }

    /// When it first and last was heard of.
    Instant first() {
        return trail.isEmpty() ? Instant.EPOCH : trail.getFirst().at();
    }

    Instant last() {
        return trail.isEmpty() ? Instant.EPOCH : trail.getLast().at();
    }
}
