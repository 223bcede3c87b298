package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;

/// Most of a minute of chaos on a store. `baton chaos --time 30m` is the same for longer.
final class ChaosMinute {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ChaosMinute() {}

    /// Requires that all was well, though a bit of everything happened.
    ///
    /// @param seed one with a bit of everything in its first minute
    /// @return what was counted
    static JsonNode on(String store, int seed) throws Exception {
        var process =
                new ProcessBuilder(
                                ProjectFiles.ofThisProject().root().resolve("baton").toString(),
                                "chaos",
                                "--store=" + store,
                                "--time=45s",
                                "--seed=" + seed,
                                "--jobs-per-second=8",
                                "--json")
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        JsonNode figures = JSON.readTree(output.lines().toList().getLast());
        for (String none :
                new String[] {"lost", "doubled", "stale_writes", "left_over", "violations"}) {
            assertThat(figures.get(none).intValue()).as(none).isZero();
        }
        assertThat(figures.get("kills").intValue()).as("kills").isGreaterThanOrEqualTo(6);
        assertThat(figures.get("stops").intValue()).as("stops").isPositive();
        assertThat(figures.get("cuts").intValue()).as("cuts").isPositive();
        assertThat(figures.get("jobs").intValue()).as("jobs").isGreaterThanOrEqualTo(200);
        assertThat(figures.get("executions").intValue()).as("executions").isGreaterThan(200);
        assertThat(figures.get("calls").intValue()).as("calls").isGreaterThanOrEqualTo(40);
        assertThat(figures.get("dead_letters").intValue()).as("dead letters").isPositive();
        assertThat(figures.get("executor_kills").intValue()).as("executor kills").isPositive();
        assertThat(figures.get("executor_stops").intValue()).as("executor stops").isPositive();
        return figures;
    }
}
