package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.stream.LongStream;

class DrainTest {
    private static final long[] NONE = {};

    @Test
    void a_drain_is_over_with_the_last_job() throws Exception {
        var drain = new Drain(3, NONE);
        drain.finished(2);
        assertThat(drain.isOver()).isFalse();
        drain.finished(1);
        assertThat(drain.isOver()).isTrue();
        assertThat(drain.await()).isLessThanOrEqualTo(System.nanoTime());
    }

    @Test
    void a_runner_that_fails_ends_the_drain() {
        var drain = new Drain(3, NONE);
        drain.failed(new IOException("cut off"));
        assertThatThrownBy(drain::await).hasMessage("a runner failed: cut off");
    }

    @Test
    void a_job_that_was_finished_twice_is_an_error() {
        var drain = new Drain(3, NONE);
        assertThatThrownBy(() -> drain.collect(LongStream.of(1, 2, 1)))
                .hasMessage("job_1 was finished twice");
    }

    @Test
    void jobs_of_others_do_not_count() {
        var drain = new Drain(2, new long[] {10, 20});
        assertThat(drain.collect(LongStream.of(20, 3, 1))).containsExactly(1, 3);
    }

    @Test
    void a_job_that_is_missing_is_an_error() {
        var drained = new Drained(new long[] {1, 3}, 1, 1, 0, 0, 0);
        assertThat(drained.verify(new long[] {1, 3})).isSameAs(drained);
        assertThatThrownBy(() -> drained.verify(new long[] {1, 2, 3}))
                .hasMessageStartingWith("expected 3 jobs to be finished, but 2 were");
    }
}
