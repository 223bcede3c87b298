package dev.baton.chaos.load;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/// A run before it is submitted: some jobs of each kind, the same for the same seed and number.
///
/// @param key by which a repeated submission is known for one
public record RunDraft(String key, List<JobDraft> jobs) {
    static final int JOBS = 24;

    private static final int GATES = 3;
    private static final int MOST_LINES = 2_000;
    private static final int KINDS = 100;

    public RunDraft {
        jobs = List.copyOf(jobs);
    }

    static RunDraft of(long seed, int number) {
        var chance = new SplittableRandom(seed * 1_000_003 + number);
        var jobs = new ArrayList<JobDraft>();
        for (int i = 0; i < JOBS; i++) {
            jobs.add(draft("job-" + i, JobKind.of(chance.nextInt(KINDS)), jobs, chance));
        }
        return new RunDraft("chaos-%d-%d".formatted(seed, number), jobs);
    }

    private static JobDraft draft(
            String name, JobKind wanted, List<JobDraft> before, SplittableRandom chance) {
        String gate = "gate-" + chance.nextInt(GATES);
        int number = chance.nextInt(MOST_LINES);
        return switch (wanted) {
            case NEEDY -> needy(name, JobKind.NEEDY, nameOf(JobKind.QUICK, before), JobKind.QUICK);
            case SPURNED ->
                    needy(name, JobKind.SPURNED, nameOf(JobKind.BROKEN, before), JobKind.BROKEN);
            case GATED -> new JobDraft(name, wanted, null, gate, 0);
            case CALL_ONCE ->
                    unlessKeyIsTaken(new JobDraft(name, wanted, null, null, number), before);
            case TALKER,
                    CALL,
                    CALL_AGAIN,
                    CALL_TRICKED,
                    CALL_CHEATED,
                    CALL_ALONE,
                    CALL_TOO_LARGE,
                    CALL_UNKNOWN,
                    CALL_DOOMED ->
                    new JobDraft(name, wanted, null, null, number);
            case QUICK, SLOW, FLAKY, BROKEN, DOOMED, HASTY, DAEMON ->
                    new JobDraft(name, wanted, null, null, 0);
        };
    }

    /// A job that needs another one, or that other one itself if there is none yet.
    private static JobDraft needy(
            String name, JobKind kind, @Nullable String needed, JobKind otherwise) {
        return new JobDraft(name, needed == null ? otherwise : kind, needed, null, 0);
    }

    /// A run has each key once.
    private static JobDraft unlessKeyIsTaken(JobDraft draft, List<JobDraft> before) {
        return before.stream().anyMatch(job -> Objects.equals(job.uniqueKey(), draft.uniqueKey()))
                ? new JobDraft(draft.name(), JobKind.CALL, null, null, draft.number())
                : draft;
    }

    private static @Nullable String nameOf(JobKind kind, List<JobDraft> jobs) {
        return jobs.stream()
                .filter(job -> job.kind() == kind)
                .map(JobDraft::name)
                .findFirst()
                .orElse(null);
    }

    /// The unique key of one of its jobs.
    Optional<String> keyOf(String name) {
        return jobs.stream()
                .filter(job -> job.name().equals(name))
                .findAny()
                .map(JobDraft::uniqueKey);
    }

    /// As it is submitted.
    String json(Traces traces) {
        var run = JsonNodeFactory.instance.objectNode();
        run.put("name", key);
        var list = run.putArray("jobs");
        jobs.forEach(job -> list.add(job.json(traces)));
        return run.toString();
    }
}
