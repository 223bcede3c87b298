package dev.baton.chaos;

import dev.baton.chaos.fault.FaultLog;
import dev.baton.chaos.fault.FaultLog.Count;
import dev.baton.chaos.proof.Violation;
import dev.baton.chaos.proof.Violation.Kind;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// What was done, and what came of it.
///
/// @param seconds from the first fault until everything was over
public record Outcome(FaultLog faults, Load load, List<Violation> violations, double seconds) {
    private static final double TENTH = 10.0;

    /// What there was to do.
    ///
    /// @param jobs that were accepted
    /// @param calls of them
    /// @param executions of all of them, as they noted themselves
    /// @param deadLetters calls that failed
    public record Load(int jobs, int calls, int executions, int deadLetters) {}

    public Outcome {
        violations = List.copyOf(violations);
    }

    public boolean isWell() {
        return violations.isEmpty();
    }

    private int count(Kind kind) {
        return (int) violations.stream().filter(each -> each.kind() == kind).count();
    }

    /// The figures by name.
    public ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kills", faults.count(Count.KILL))
                .put("stops", faults.count(Count.STOP))
                .put("executor_kills", faults.count(Count.EXECUTOR_KILL))
                .put("executor_stops", faults.count(Count.EXECUTOR_STOP))
                .put("preemptions", faults.count(Count.PREEMPTION))
                .put("cuts", faults.count(Count.CUT))
                .put("restarts", faults.count(Count.RESTART))
                .put("full_disks", faults.count(Count.FULL_DISK))
                .put("jobs", load.jobs())
                .put("calls", load.calls())
                .put("executions", load.executions())
                .put("dead_letters", load.deadLetters())
                .put("lost", count(Kind.LOST))
                .put("doubled", count(Kind.DOUBLED))
                .put("stale_writes", count(Kind.STALE_WRITE))
                .put("left_over", count(Kind.LEFT_OVER))
                .put("violations", violations.size())
                .put("seconds", Math.round(seconds * TENTH) / TENTH);
    }
}
