package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.LongStream;

class RatesTest {
    @Test
    void the_median_is_the_one_in_the_middle() {
        assertThat(Rates.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
        assertThat(Rates.median(List.of(4.0, 1.0))).isEqualTo(2.5);
    }

    @Test
    void a_percentile_is_a_sample_that_was_seen() {
        long[] samples = LongStream.rangeClosed(1, 200).toArray();
        assertThat(Rates.percentile(samples, 0.5)).isEqualTo(100);
        assertThat(Rates.percentile(samples, 0.99)).isEqualTo(198);
        assertThat(Rates.percentile(new long[] {7}, 0.99)).isEqualTo(7);
    }

    @Test
    void a_rate_counts_only_if_everything_was_done() {
        assertThat(Rates.perSecond(500, 250_000_000, 500)).isEqualTo(2_000);
        assertThatThrownBy(() -> Rates.perSecond(499, 1, 500))
                .hasMessage("expected 500 jobs to be finished, but 499 were");
    }
}
