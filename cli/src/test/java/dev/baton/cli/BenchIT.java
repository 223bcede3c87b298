package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The benchmarks themselves, small: they fail by themselves if a job is lost or finished twice.
class BenchIT {
    private static final String LAUNCHER =
            ProjectFiles.ofThisProject().root().resolve("baton").toString();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String[] DRAIN = {
        "jobs",
        "jobs_per_second",
        "limit_jobs_per_second",
        "ratio",
        "grant_p50_ms",
        "grant_p99_ms",
        "commits_per_second",
        "rss_mb"
    };

    @Test
    void a_drain_yields_its_figures_on_both_stores() throws Exception {
        JsonNode figures = bench("lease", List.of("--jobs", "2000"));
        assertThat(figures.get("store").stringValue()).isEqualTo("postgres");
        requirePositive(figures, DRAIN);
        requirePositive(figures.get("postgres"), DRAIN);
        requirePositive(figures.get("sqlite"), DRAIN);
    }

    @Test
    void the_hard_scenarios_yield_a_ratio_each() throws Exception {
        var options =
                """
                --store postgres --scenario backlog,hot-tenant,held-snapshot \
                --jobs 2000 --backlog 2000 --hot-jobs 500""";
        JsonNode figures = bench("lease", List.of(options.split(" ")));
        requirePositive(figures, "backlog_ratio", "hot_tenant_ratio", "held_snapshot_ratio");
    }

    @Test
    void idle_streams_have_a_size() throws Exception {
        JsonNode figures = bench("idle", List.of("--streams", "200"));
        assertThat(figures.get("streams").intValue()).isEqualTo(200);
        assertThat(figures.get("rss_mb").doubleValue()).isPositive();
        assertThat(figures.has("kb_per_stream")).isTrue();
    }

    @Test
    void calls_of_two_executors_have_their_rates_and_round_trips() throws Exception {
        JsonNode figures = bench("call", List.of("--calls", "500"));
        requirePositive(
                figures,
                "calls_per_second",
                "memory_mb",
                "round_trip_p50_ms",
                "round_trip_p99_ms",
                "python_calls_per_second",
                "python_alone_per_second",
                "python_ratio");
    }

    private static void requirePositive(JsonNode figures, String... names) {
        assertThat(figures.propertyNames()).contains(names);
        for (String name : names) {
            assertThat(figures.get(name).doubleValue()).as(name).isPositive();
        }
    }

    private static JsonNode bench(String name, List<String> options) throws Exception {
        var command = new ArrayList<>(List.of(LAUNCHER, "bench", name, "--json"));
        command.addAll(options);
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return JSON.readTree(output.lines().toList().getLast());
    }
}
