package dev.baton.chaos.proof;

import dev.baton.chaos.load.JobDraft;
import dev.baton.chaos.proof.Violation.Kind;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A gate never lets more through than its limit, by what executions noted themselves: each of them was at work from its first
/// note to its last.
final class GateRules {
    private GateRules() {}

    /// The beginning or the end of an execution behind a gate.
    private record Edge(Instant at, int change, String job) {}

    static List<Violation> check(Collection<JobHistory> jobs) {
        Map<String, List<JobHistory>> gates =
                jobs.stream()
                        .filter(job -> job.record().draft().gate() != null)
                        .collect(
                                Collectors.groupingBy(
                                        job ->
                                                Objects.requireNonNull(
                                                        job.record().draft().gate())));
        var found = new ArrayList<Violation>();
        gates.forEach((gate, behind) -> check(gate, behind, found));
        return found;
    }

    private static void check(String gate, List<JobHistory> jobs, List<Violation> found) {
        // An end before a beginning at the same moment: that is one after the other.
        var edges =
                jobs.stream()
                        .flatMap(GateRules::edges)
                        .sorted(Comparator.comparing(Edge::at).thenComparingInt(Edge::change))
                        .toList();
        int within = 0;
        for (Edge edge : edges) {
            within += edge.change();
            if (within > JobDraft.GATE_LIMIT) {
                found.add(
                        new Violation(
                                Kind.BROKEN_PROMISE,
                                edge.job(),
                                "%d were at work behind %s, which lets %d through"
                                        .formatted(within, gate, JobDraft.GATE_LIMIT)));
            }
        }
    }

    private static Stream<Edge> edges(JobHistory job) {
        return job.notes().stream().collect(Collectors.groupingBy(Note::epoch)).values().stream()
                .flatMap(
                        notes ->
                                Stream.of(
                                        new Edge(notes.getFirst().at(), 1, job.id()),
                                        new Edge(notes.getLast().at(), -1, job.id())));
    }
}
