package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RunId;
import dev.baton.protocol.submit.JobExtras;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

/// What is remembered of jobs takes a bounded number of bytes.
class KnownJobsTest {
    private static final int MAX_BYTES = 1 << 20;

    private final KnownJobs jobs = new KnownJobs(MAX_BYTES);

    private static FixedJob job(long id, int specCharacters) {
        var plan =
                new JobPlan(
                        0,
                        Requirement.NONE,
                        null,
                        RetryPolicy.STEPS,
                        Duration.ofHours(1),
                        null,
                        null);
        return new FixedJob(
                new JobId(id),
                new RunId(1),
                "a",
                "steps",
                1,
                plan,
                "x".repeat(specCharacters),
                false,
                null,
                Instant.EPOCH,
                null,
                JobExtras.NONE);
    }

    @Test
    void large_specs_are_left_out_and_the_jobs_are_remembered() {
        for (int i = 1; i <= 500; i++) {
            jobs.put(job(i, 250_000));
            jobs.trim();
        }

        assertThat(jobs.bytes()).isLessThan(2L * MAX_BYTES);
        assertThat(jobs.get(new JobId(1)).spec()).isNotNull();
        assertThat(jobs.get(new JobId(500)).spec()).isNull();
    }

    @Test
    void what_is_forgotten_counts_no_more() {
        for (int i = 0; i < 100; i++) {
            jobs.put(job(1, 1_000));
        }
        jobs.forget(new JobId(1));

        assertThat(jobs.bytes()).isZero();
    }

    @Test
    void many_small_jobs_are_bounded_too() {
        for (int i = 1; i <= 5_000; i++) {
            jobs.put(job(i, 1));
            jobs.trim();
        }

        assertThat(jobs.bytes()).isLessThan(2L * MAX_BYTES);
    }
}
