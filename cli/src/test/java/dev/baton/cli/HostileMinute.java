package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// The short form of a hostile run on one store. `baton chaos --hostile` is the long one.
final class HostileMinute {
    private static final long MAX_P99_MS = 1_000;

    /// A process that sleeps and wakes up later than this shares the machine with others.
    private static final long MAX_LATE_MS = 50;

    /// On such a machine: a quarter of the TTL.
    private static final long MAX_BUSY_P99_MS = 5_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HostileMinute() {}

    /// Requires that it held, and that all of these acts were part of it.
    ///
    /// @return the figures of its acts
    static JsonNode on(String store, List<String> acts) throws Exception {
        var process =
                new ProcessBuilder(
                                ProjectFiles.ofThisProject().root().resolve("baton").toString(),
                                "chaos",
                                "--hostile",
                                "--short",
                                "--store=" + store,
                                "--json")
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        JsonNode figures = JSON.readTree(output.lines().toList().getLast());
        assertThat(figures.get("leases_lost").intValue()).as(output).isZero();
        assertThat(figures.get("innocent_failures").intValue()).as(output).isZero();
        assertThat(figures.get("readiness_lies").intValue()).as(output).isZero();
        boolean isBusy = figures.get("client_late_ms").longValue() > MAX_LATE_MS;
        assertThat(figures.get("beat_p99_ms").longValue())
                .as(output)
                .isLessThan(isBusy ? MAX_BUSY_P99_MS : MAX_P99_MS);
        assertThat(figures.get("beats").intValue()).as("beats").isGreaterThan(500);
        JsonNode played = figures.get("stores").get(store).get("acts");
        assertThat(played.propertyNames()).containsAll(acts);
        return played;
    }
}
