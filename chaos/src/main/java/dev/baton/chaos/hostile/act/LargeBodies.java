package dev.baton.chaos.hostile.act;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Submissions of 16 MiB at once, and then a queue of jobs of 250 KB each that no runner takes.
final class LargeBodies implements Act {
    private static final int BODY_BYTES = (16 << 20) - 4096;
    private static final int JOB_BYTES = 250_000;
    private static final int VARIABLES = 8;
    private static final int SENDERS = 4;
    private static final int JOBS_PER_RUN = 20;

    @Override
    public String name() {
        return "bodies";
    }

    @Override
    public void play(Scene scene) throws InterruptedException {
        byte[] many = manyVariables();
        byte[] few = fewLargeJobs(BODY_BYTES / JOB_BYTES);
        scene.together(scene.scale().bodies(), i -> scene.submit(i % 2 == 0 ? many : few));
        byte[] queued = fewLargeJobs(JOBS_PER_RUN);
        int runs = scene.scale().largeJobs() / JOBS_PER_RUN;
        scene.together(
                SENDERS,
                sender -> {
                    for (int i = sender; i < runs; i += SENDERS) {
                        scene.submit(queued);
                    }
                });
    }

    /// 16 MiB of short texts: what takes the most memory when it is read.
    private static byte[] manyVariables() {
        String variables =
                IntStream.range(0, 64)
                        .mapToObj(i -> "\"V%d\":\"%d\"".formatted(i, i))
                        .collect(Collectors.joining(","));
        String job =
                "{\"name\":\"b\",\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"nobody\"]},\"env\":{%s}}"
                        .formatted(variables);
        return Scene.run(
                Math.min(10_000, BODY_BYTES / (job.length() + 6)),
                i -> job.replace("\"b\"", "\"b%d\"".formatted(i)));
    }

    private static byte[] fewLargeJobs(int jobs) {
        String text = "x".repeat(JOB_BYTES / VARIABLES);
        String variables =
                IntStream.range(0, VARIABLES)
                        .mapToObj(i -> "\"V%d\":\"%s\"".formatted(i, text))
                        .collect(Collectors.joining(","));
        return Scene.run(
                jobs,
                i ->
                        "{\"name\":\"l%d\",\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"nobody\"]},\"env\":{%s}}"
                                .formatted(i, variables));
    }
}
