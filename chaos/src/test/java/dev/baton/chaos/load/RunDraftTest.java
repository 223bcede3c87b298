package dev.baton.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class RunDraftTest {
    @Test
    void the_same_seed_and_number_make_the_same_run() {
        assertThat(RunDraft.of(1, 2)).isEqualTo(RunDraft.of(1, 2));
        assertThat(RunDraft.of(1, 2)).isNotEqualTo(RunDraft.of(1, 3));
    }

    @Test
    void some_runs_together_have_jobs_of_every_kind() {
        assertThat(IntStream.range(0, 50).boxed().flatMap(n -> RunDraft.of(1, n).jobs().stream()))
                .extracting(JobDraft::kind)
                .contains(JobKind.values());
    }

    @Test
    void a_job_needs_one_that_decides_its_fate() {
        for (int number = 0; number < 50; number++) {
            var run = RunDraft.of(1, number);
            for (JobDraft job : run.jobs()) {
                var needed =
                        run.jobs().stream()
                                .filter(other -> other.name().equals(job.needs()))
                                .map(JobDraft::kind)
                                .toList();
                switch (job.kind()) {
                    case NEEDY -> assertThat(needed).containsExactly(JobKind.QUICK);
                    case SPURNED -> assertThat(needed).containsExactly(JobKind.BROKEN);
                    default -> assertThat(needed).isEmpty();
                }
            }
        }
    }
}
