package dev.baton.protocol.submit;

import dev.baton.core.Shown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// The rule that the jobs of a run have names of their own, need jobs that exist, and not each other in a circle.
final class Needs {
    private static final int MOST_SHOWN = 5;

    private final List<JobSubmission> jobs;
    private final Problems problems;
    private final Map<String, Integer> indexes = new HashMap<>();

    private Needs(List<JobSubmission> jobs, Problems problems) {
        this.jobs = jobs;
        this.problems = problems;
    }

    static void check(List<JobSubmission> jobs, Problems problems) {
        var needs = new Needs(jobs, problems);
        needs.checkNames();
        needs.checkKnown();
        needs.checkCircles();
    }

    private void checkNames() {
        for (int i = 0; i < jobs.size(); i++) {
            String name = jobs.get(i).name();
            Integer first = indexes.putIfAbsent(name, i);
            if (first != null && !name.isEmpty()) {
                problems.add(
                        "jobs[%d].name".formatted(i),
                        "expected a name of its own, got '%s', as has jobs[%d]"
                                .formatted(Shown.of(name), first));
            }
        }
    }

    private void checkKnown() {
        for (int i = 0; i < jobs.size(); i++) {
            var seen = new HashSet<String>();
            for (String need : jobs.get(i).needs()) {
                if (!indexes.containsKey(need)) {
                    problem(i, "expected the name of a job in this run", need);
                } else if (!seen.add(need)) {
                    problem(i, "expected each name once", need);
                }
            }
        }
    }

    /// Takes away jobs that need nothing that is left. What remains needs itself.
    private void checkCircles() {
        var open = new int[jobs.size()];
        var waiting = new HashMap<String, List<Integer>>();
        var free = new ArrayDeque<Integer>();
        for (int i = 0; i < jobs.size(); i++) {
            for (String need : jobs.get(i).needs()) {
                if (indexes.containsKey(need)) {
                    open[i]++;
                    waiting.computeIfAbsent(need, _ -> new ArrayList<>()).add(i);
                }
            }
            if (open[i] == 0) {
                free.add(i);
            }
        }
        int left = jobs.size();
        while (!free.isEmpty()) {
            left--;
            for (int i : waiting.getOrDefault(jobs.get(free.remove()).name(), List.of())) {
                if (--open[i] == 0) {
                    free.add(i);
                }
            }
        }
        if (left > 0) {
            problems.add(
                    "jobs", "expected needs without a circle, got one through " + circle(open));
        }
    }

    private String circle(int[] open) {
        var names = new ArrayList<String>();
        for (int i = 0; i < open.length && names.size() < MOST_SHOWN; i++) {
            if (open[i] > 0) {
                names.add("'" + Shown.of(jobs.get(i).name()) + "'");
            }
        }
        return String.join(", ", names);
    }

    private void problem(int job, String expected, String came) {
        problems.add(
                "jobs[%d].needs".formatted(job),
                "%s, got '%s'".formatted(expected, Shown.of(came)));
    }
}
