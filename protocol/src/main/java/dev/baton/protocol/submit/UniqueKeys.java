package dev.baton.protocol.submit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Checks the unique keys of a run: each at one job, and at none that others need, as it may turn out to be a job of another
/// run.
final class UniqueKeys {
    private UniqueKeys() {}

    static void check(List<JobSubmission> jobs, Problems problems) {
        Set<String> needed =
                jobs.stream().flatMap(job -> job.needs().stream()).collect(Collectors.toSet());
        var seen = new HashSet<String>();
        for (int i = 0; i < jobs.size(); i++) {
            String key = jobs.get(i).extras().uniqueKey();
            if (key == null) {
                continue;
            }
            String path = "jobs[%d].unique_key".formatted(i);
            if (!seen.add(key)) {
                problems.add(
                        path, "expected each key once in a run, got '%s' again".formatted(key));
            }
            if (needed.contains(jobs.get(i).name())) {
                problems.add(path, "expected a job that no other job needs");
            }
        }
    }
}
