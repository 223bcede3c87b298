package dev.baton.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
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
    void a_run_has_each_unique_key_once_and_runs_share_keys() {
        var keys = new ArrayList<String>();
        for (int number = 0; number < 50; number++) {
            var own =
                    RunDraft.of(1, number).jobs().stream()
                            .map(JobDraft::uniqueKey)
                            .filter(Objects::nonNull)
                            .toList();
            assertThat(own).doesNotHaveDuplicates();
            keys.addAll(own);
        }
        assertThat(keys).hasSizeGreaterThan(10);
        assertThat(Set.copyOf(keys)).hasSize(2);
    }

    @Test
    void every_trick_is_played_by_some_call() {
        var played =
                IntStream.range(0, 200)
                        .boxed()
                        .flatMap(number -> RunDraft.of(1, number).jobs().stream())
                        .filter(job -> job.kind().isCall())
                        .map(job -> ((Work.Call) job.kind().work()).argument(job.number()));
        assertThat(played)
                .contains(
                        (Object[])
                                Arrays.stream(Trick.values())
                                        .map(trick -> trick.name().toLowerCase(Locale.ROOT))
                                        .toArray(String[]::new));
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
