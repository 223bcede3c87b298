package dev.baton.bench;

import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/// Submits jobs that do nothing until the queue is as long as wanted.
final class QueueFill {
    private static final int CONNECTIONS = 4;
    private static final int RUN_JOBS = 1_000;

    /// Where there is a million to submit, larger runs are quicker.
    private static final int MANY = 500_000;

    private static final int LARGE_RUN_JOBS = 5_000;

    private final URI server;
    private final String token;

    QueueFill(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /// Submits jobs in runs of a thousand.
    ///
    /// @return the numbers of the jobs, in ascending order
    long[] fill(int jobs, JobShape shape) {
        int size = jobs >= MANY ? LARGE_RUN_JOBS : RUN_JOBS;
        String run = shape.run(Math.min(size, jobs));
        var left = new AtomicInteger(jobs);
        var parts = Together.run("fill", CONNECTIONS, _ -> submit(run, size, shape, left));
        long[] ids = parts.stream().flatMapToLong(part -> part).sorted().toArray();
        if (Arrays.stream(ids).distinct().count() != jobs) {
            throw new BenchException(
                    "submitted %d jobs, and got %d ids".formatted(jobs, ids.length));
        }
        return ids;
    }

    private LongStream submit(String run, int size, JobShape shape, AtomicInteger left)
            throws Exception {
        var ids = LongStream.builder();
        try (var api = new Api(server, token)) {
            while (true) {
                int before = left.getAndAdd(-size);
                if (before <= 0) {
                    return ids.build();
                }
                String body = before >= size ? run : shape.run(before);
                Arrays.stream(api.submit(body)).forEach(ids::add);
            }
        }
    }
}
