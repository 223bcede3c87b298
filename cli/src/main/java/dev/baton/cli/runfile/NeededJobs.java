package dev.baton.cli.runfile;

import dev.baton.cli.runfile.Section.Text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// What jobs of a file need of each other: jobs that are there, and not each other in a circle.
final class NeededJobs {
    private final Map<String, JobSection> jobs = new HashMap<>();
    private final FileErrors errors;

    private NeededJobs(List<JobSection> sections, FileErrors errors) {
        sections.forEach(job -> jobs.put(job.name(), job));
        this.errors = errors;
    }

    static void check(List<JobSection> sections, FileErrors errors) {
        var needs = new NeededJobs(sections, errors);
        sections.forEach(needs::checkKnown);
        sections.forEach(needs::checkCircle);
    }

    /// Every job that a job needs: all the instances of one with a matrix.
    static List<String> instances(JobSection job, List<JobSection> all) {
        var needed = new ArrayList<String>();
        for (Text need : job.needs()) {
            for (JobSection other : all) {
                if (other.name().equals(need.value())) {
                    other.matrix()
                            .combinations()
                            .forEach(combination -> needed.add(combination.name(other.name())));
                }
            }
        }
        return needed.stream().distinct().toList();
    }

    private void checkKnown(JobSection job) {
        for (Text need : job.needs()) {
            if (!jobs.containsKey(need.value())) {
                errors.unknown(need.at(), "job", need.value(), jobs.keySet());
            }
        }
    }

    /// Follows needs from a job, without a stack of our own calls: a file may chain a thousand jobs.
    private void checkCircle(JobSection start) {
        var open = new ArrayList<Text>(start.needs());
        var seen = new HashSet<String>();
        while (!open.isEmpty()) {
            Text need = open.removeLast();
            if (need.value().equals(start.name())) {
                errors.add(
                        need.at(),
                        "expected needs without a circle, got one through '%s'"
                                .formatted(start.name()));
                break;
            }
            JobSection next = jobs.get(need.value());
            if (next != null && seen.add(next.name())) {
                open.addAll(next.needs());
            }
        }
    }
}
