package dev.baton.store;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;

/// How a run is cut into parts. Each is written in a transaction of its own, so that none keeps lease messages waiting for
/// long, and a job comes after those that it needs.
///
/// Immutable.
final class RunParts {
    /// How much work one part is, counted in jobs; a single job may be more.
    static final int MAX_COST = 1_000;

    /// As many bytes of a spec are as much work as one job.
    private static final long BYTES_PER_JOB = 4 << 10;

    private final List<NewRun.NewJob> jobs;
    private final int maxCost;
    private final int cost;
    private final BitSet needed = new BitSet();
    private final int[] order;

    RunParts(NewRun run, int maxCost) {
        this.jobs = run.jobs();
        this.maxCost = maxCost;
        long sum = 0;
        boolean forwards = true;
        for (int place = 0; place < jobs.size(); place++) {
            sum += cost(place);
            for (int need : jobs.get(place).needs()) {
                needed.set(need);
                forwards &= need < place;
            }
        }
        this.cost = Math.toIntExact(sum);
        this.order = forwards ? new int[0] : needsFirst();
    }

    boolean isOne() {
        return cost <= maxCost;
    }

    int size() {
        return jobs.size();
    }

    /// Whether another job of the run needs this one.
    boolean isNeeded(int place) {
        return needed.get(place);
    }

    /// The place in the run of the job that is written at this turn.
    int at(int turn) {
        return order.length == 0 ? turn : order[turn];
    }

    /// The turn after the last of the part that begins with a turn.
    int end(int turn) {
        int sum = 0;
        int end = turn;
        while (end < size() && (end == turn || sum + cost(at(end)) <= maxCost)) {
            sum += cost(at(end));
            end++;
        }
        return end;
    }

    /// How much work the part is that begins with a turn.
    int cost(int turn, int end) {
        int sum = 0;
        for (int i = turn; i < end; i++) {
            sum += cost(at(i));
        }
        return sum;
    }

    private int cost(int place) {
        var job = jobs.get(place);
        return (int) (1 + job.needs().size() + job.spec().length() / BYTES_PER_JOB);
    }

    /// The order of the submission, but each job after those that it needs. Without recursion: a chain can be long.
    private int[] needsFirst() {
        var sorted = new int[size()];
        int count = 0;
        var visited = new BitSet();
        var path = new ArrayDeque<int[]>(); // a place, and how many of its needs were looked at
        for (int first = 0; first < size(); first++) {
            if (visited.get(first)) {
                continue;
            }
            visited.set(first);
            path.push(new int[] {first, 0});
            while (!path.isEmpty()) {
                int[] top = path.element();
                var needs = jobs.get(top[0]).needs();
                if (top[1] == needs.size()) {
                    sorted[count++] = path.pop()[0];
                } else {
                    int need = needs.get(top[1]++);
                    if (!visited.get(need)) {
                        visited.set(need);
                        path.push(new int[] {need, 0});
                    }
                }
            }
        }
        return sorted;
    }
}
