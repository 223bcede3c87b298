package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class FiguresTest {
    private final Figures figures = new Figures("some store");

    @Test
    void a_figure_has_no_more_digits_than_it_deserves() {
        figures.add("rate", "jobs/s", 31_234.56);
        figures.add("ratio", "of the limit", 0.412_345);
        figures.add("few", "hundreds", 200.0);
        assertThat(figures.json()).hasToString("{\"rate\":31235,\"ratio\":0.4123,\"few\":200}");
    }

    @Test
    void people_get_a_table() {
        figures.add("rate", "jobs/s", 31_234.56);
        var out = new StringWriter();
        figures.print(new PrintWriter(out));
        assertThat(out.toString().lines().skip(1)).first().isEqualTo("some store");
        assertThat(out.toString()).containsPattern("jobs/s +31,235 +rate\n");
    }
}
