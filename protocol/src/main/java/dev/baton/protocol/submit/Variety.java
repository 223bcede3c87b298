package dev.baton.protocol.submit;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Checks how many different things the jobs of a run ask for: each requirement is a queue, and each gate is locked, so that
/// a run with thousands of them would hold up everyone else.
final class Variety {
    static final int MAX_REQUIREMENTS = 100;
    static final int MAX_GATES = 1_000;

    private Variety() {}

    static void check(List<JobSubmission> jobs, Problems problems) {
        var requirements =
                jobs.stream().map(job -> job.plan().requirement()).collect(Collectors.toSet());
        check("requirements", requirements.size(), MAX_REQUIREMENTS, problems);
        var gates =
                jobs.stream()
                        .map(job -> job.plan().gate())
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        check("gates", gates.size(), MAX_GATES, problems);
    }

    private static void check(String what, int came, int most, Problems problems) {
        if (came > most) {
            problems.add(
                    "jobs",
                    "expected at most %d distinct %s in a run, got %d; submit several runs"
                            .formatted(most, what, came));
        }
    }
}
