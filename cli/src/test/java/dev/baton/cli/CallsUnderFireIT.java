package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/// `kill -9` of orchestrator, runners and executors at random while 20,000 calls are in flight.
@Tag("slow")
@Timeout(300)
class CallsUnderFireIT {
    private static final int CALLS = 20_000;
    private static final int IN_A_RUN = 5_000;
    private static final int IN_A_PAGE = 1_000;

    /// An executor, the orchestrator and a runner.
    private static final int SHOTS = 3;

    private static final int TRAILS = 400;
    private static final long SEED = 20_000;

    /// Nobody should ever have to wait for this.
    private static final Duration JOB_TIMEOUT = Duration.ofMinutes(10);

    /// A machine that has much to do notices things late. An orchestrator that is killed meanwhile has to start first.
    private static final Duration BUSY = Duration.ofSeconds(5);

    private static final Duration MOST_RECOVERY =
            FiringRange.TTL.plus(FiringRange.SWEEP).plus(BUSY);

    private static final Duration LONGEST = Duration.ofSeconds(120);
    private static final Duration LOOK = Duration.ofMillis(300);

    @TempDir private Path directory;

    @Test
    void each_call_ends_once_and_what_a_dead_runner_held_is_free_after_the_ttl() throws Exception {
        Path free = directory.resolve("free");
        var chance = new SplittableRandom(SEED);
        Path data;
        List<String> jobs;
        try (var range = new FiringRange(directory, free)) {
            data = range.server().data();
            jobs = submit(range.server().admin());
            range.startRunners();
            awaitFull(range);

            recoversWithinTheTtl(range);
            for (int i = 0; i < SHOTS; i++) {
                shoot(range, i, chance);
                assertThat(countOf(range, "SUCCEEDED")).isZero();
            }
            awaitFull(range);

            Files.createFile(free);
            for (int i = 0; i < SHOTS; i++) {
                int before = countOf(range, "SUCCEEDED");
                await().pollInterval(LOOK)
                        .atMost(LONGEST)
                        .until(() -> countOf(range, "SUCCEEDED") > Math.min(before, CALLS - 1));
                shoot(range, i, chance);
            }
            assertEachReturnedItsArgument(range.server().admin(), jobs);
            assertTrails(range, jobs);
        }
        assertThat(audit(data)).contains("\"jobs\":" + CALLS, "\"findings\":0");
    }

    private static void shoot(FiringRange range, int number, SplittableRandom chance) {
        switch (number) {
            case 0 -> range.killExecutor(range.any(chance));
            case 1 -> range.killOrchestrator();
            default -> {
                range.killRunner(range.any(chance));
                range.startRunners();
            }
        }
    }

    /// Nothing else happens meanwhile: what is measured is what a death alone costs.
    private static void recoversWithinTheTtl(FiringRange range) {
        String doomed = range.runners().getFirst();
        Api admin = range.server().admin();
        Map<String, Integer> held = heldBy(admin, doomed);
        assertThat(held).hasSizeGreaterThan(IN_A_PAGE / 2);
        range.killRunner(doomed);
        Instant death = range.deaths().get(doomed);
        range.startRunners();
        await().pollInterval(LOOK).atMost(LONGEST).until(() -> heldBy(admin, doomed).isEmpty());

        var times = new ArrayList<Duration>();
        held.entrySet().stream()
                .limit(TRAILS)
                .forEach(
                        lease -> {
                            JsonNode end = endOf(admin, lease.getKey(), lease.getValue());
                            assertThat(end.get("why").stringValue())
                                    .startsWith(
                                            "LOST: no heartbeat within %d s"
                                                    .formatted(FiringRange.TTL.toSeconds()));
                            times.add(Duration.between(death, at(end)));
                        });
        Duration shortest = Collections.min(times);
        Duration longest = Collections.max(times);
        System.out.printf(
                "%d leases of a dead runner were over %d to %d ms after its death; the TTL is %d ms, the time limit %d ms%n",
                times.size(),
                shortest.toMillis(),
                longest.toMillis(),
                FiringRange.TTL.toMillis(),
                JOB_TIMEOUT.toMillis());
        assertThat(shortest).isGreaterThan(FiringRange.TTL.dividedBy(2));
        assertThat(longest).isLessThan(MOST_RECOVERY);
    }

    /// All calls that a runner has acknowledged, with the epoch of the lease.
    private static Map<String, Integer> heldBy(Api admin, String runner) {
        var held = new HashMap<String, Integer>();
        admin.get("/v1/jobs?status=running&limit=%d&runner=%s".formatted(IN_A_PAGE, runner))
                .json()
                .get("jobs")
                .forEach(job -> held.put(job.get("id").stringValue(), job.get("epoch").intValue()));
        return held;
    }

    private static JsonNode endOf(Api admin, String job, int epoch) {
        return trail(admin, job).stream()
                .filter(line -> line.get("epoch").intValue() == epoch)
                .filter(line -> line.get("kind").stringValue().equals("REQUEUED"))
                .findAny()
                .orElseThrow(() -> new AssertionError("%s: no end of %d".formatted(job, epoch)));
    }

    private static List<JsonNode> trail(Api admin, String job) {
        var lines = admin.get("/v1/jobs/%s/audit".formatted(job)).json().get("events");
        return StreamSupport.stream(lines.spliterator(), false).toList();
    }

    private static Instant at(JsonNode line) {
        return Instant.parse(line.get("at").stringValue());
    }

    private static List<String> submit(Api admin) {
        var jobs = new ArrayList<String>();
        for (int first = 0; first < CALLS; first += IN_A_RUN) {
            String calls =
                    IntStream.range(first, first + IN_A_RUN)
                            .mapToObj(CallsUnderFireIT::call)
                            .collect(Collectors.joining(","));
            admin.post("/v1/runs", "{\"jobs\":[%s]}".formatted(calls))
                    .json()
                    .get("jobs")
                    .forEach(job -> jobs.add(job.get("id").stringValue()));
        }
        return jobs;
    }

    /// Bad luck is borne without end: no call may fail for what is killed.
    private static String call(int number) {
        return """
        {"name":"call-%d","function":{"name":"java#hold","args":[%d]},"max_runtime_seconds":%d,
         "retry":{"max_attempts":100,"backoff":{"first_seconds":0.05,"most_seconds":0.2},
                  "tolerance":{"losses":100,"unacknowledged":100,"releases":100}}}"""
                .formatted(number, number, JOB_TIMEOUT.toSeconds());
    }

    /// Waits until hardly a handler is free.
    private static void awaitFull(FiringRange range) {
        int most = FiringRange.places() * 9 / 10;
        await().pollInterval(LOOK).atMost(LONGEST).until(() -> countOf(range, "RUNNING") >= most);
    }

    private static int countOf(FiringRange range, String status) {
        var runs = range.server().admin().get("/v1/runs").json().get("runs");
        return StreamSupport.stream(runs.spliterator(), false)
                .mapToInt(run -> run.get("jobs").get(status).intValue())
                .sum();
    }

    private static void assertEachReturnedItsArgument(Api admin, List<String> jobs) {
        var numbers = new HashMap<String, Integer>();
        jobs.forEach(job -> numbers.put(job, numbers.size()));
        for (int first = 0; first < jobs.size(); first += IN_A_PAGE) {
            List<String> page = jobs.subList(first, first + IN_A_PAGE);
            String asked = page.stream().map("\"%s\""::formatted).collect(Collectors.joining(","));
            var answer =
                    admin.post(
                                    "/v1/results",
                                    "{\"jobs\":[%s],\"wait_seconds\":25,\"at_least\":%d}"
                                            .formatted(asked, IN_A_PAGE))
                            .json();
            assertThat(answer.get("pending").intValue()).isZero();
            for (JsonNode result : answer.get("results")) {
                Integer number = numbers.get(result.get("job_id").stringValue());
                assertThat(result.get("status").stringValue())
                        .as("%s", result)
                        .isEqualTo("SUCCEEDED");
                assertThat(result.get("result").intValue()).isEqualTo(number);
            }
        }
    }

    /// One end each, the last line; and a lease whose runner died was over a TTL later, whatever else was killed. (On a machine that has
    /// too much to do a runner that lives may lose one too.)
    private static void assertTrails(FiringRange range, List<String> jobs) {
        Api admin = range.server().admin();
        Map<String, Instant> deaths = range.deaths();
        int lost = 0;
        for (int i = 0; i < jobs.size(); i += jobs.size() / TRAILS) {
            List<JsonNode> trail = trail(admin, jobs.get(i));
            assertThat(trail)
                    .extracting(line -> line.get("kind").stringValue())
                    .containsOnlyOnce("FINISHED")
                    .last()
                    .isEqualTo("FINISHED");
            String holder = "";
            for (JsonNode line : trail) {
                if (line.get("kind").stringValue().equals("GRANTED")) {
                    holder = line.get("actor").stringValue().substring("runner:".length());
                }
                if (line.get("why").asString("").startsWith("LOST")) {
                    lost++;
                    Instant death = deaths.getOrDefault(holder, at(line));
                    assertThat(Duration.between(death, at(line))).isLessThan(MOST_RECOVERY);
                }
            }
        }
        System.out.printf("%d leases were lost in %d trails%n", lost, TRAILS);
    }

    private String audit(Path data) throws Exception {
        return new BatonHome(directory.resolve("home"))
                .run("audit", "verify", "--json", "--data=" + data)
                .out();
    }
}
