package dev.baton.chaos.hostile.act;

import java.time.Duration;

/// How much of everything there is.
///
/// @param submissions large ones by one user
/// @param jobsPerSubmission each with a gate of its own
/// @param tags in one request
/// @param bodies of 16 MiB at once
/// @param largeJobs that wait in a queue, 250 KB each
/// @param largeResults jobs with a result of 500 KB
/// @param listing how long lists are asked for
/// @param hangUps of a client that asked for 1,000 leases
/// @param frozen how long an orchestrator stands still
/// @param blocked how long nothing can be written
public record Scale(
        int submissions,
        int jobsPerSubmission,
        int tags,
        int bodies,
        int largeJobs,
        int largeResults,
        Duration listing,
        int hangUps,
        Duration frozen,
        Duration blocked) {
    public static final Scale WHOLE =
            new Scale(
                    12,
                    10_000,
                    10_000,
                    8,
                    1_320,
                    1_000,
                    Duration.ofSeconds(20),
                    42,
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(12));

    /// For the tests of a build: over within a minute.
    public static final Scale SHORT =
            new Scale(
                    4,
                    10_000,
                    10_000,
                    8,
                    150,
                    60,
                    Duration.ofSeconds(4),
                    22,
                    Duration.ofSeconds(21),
                    Duration.ofSeconds(10));
}
