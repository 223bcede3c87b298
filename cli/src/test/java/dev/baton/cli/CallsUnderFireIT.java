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
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// `kill -9` of orchestrator, runners and executors at random while 20,000 calls are in flight.
@Tag("slow")
@Timeout(300)
class CallsUnderFireIT {
    private static final int CALLS = 20_000;
    private static final int IN_A_RUN = 5_000;
    private static final int IN_A_PAGE = 1_000;
    private static final int TRAILS = 400;
    private static final long SEED = 20_000;

    /// Nobody should ever have to wait for this.
    private static final Duration JOB_TIMEOUT = Duration.ofMinutes(10);

    /// A machine that has much to do notices things late. An orchestrator that is killed meanwhile has to start first.
    private static final Duration BUSY = Duration.ofSeconds(10);

    private static final Duration MOST_RECOVERY =
            FiringRange.TTL.plus(FiringRange.SWEEP).plus(BUSY);

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(300);

    /// What is killed.
    private enum Target {
        EXECUTOR,
        ORCHESTRATOR,
        RUNNER
    }

    @TempDir private Path directory;
    private final Random chance = new Random(SEED);

    @Test
    void each_call_ends_once_and_what_a_dead_runner_held_is_free_after_the_ttl() throws Exception {
        Path free = directory.resolve("free");
        Path data;
        List<String> jobs;
        try (var range = new FiringRange(directory, free)) {
            data = range.server().data();
            jobs = submit(range.server().admin());
            range.startRunners();
            awaitFull(range);

            recoversWithinTheTtl(range);
            for (Target target : inAnyOrder()) {
                shoot(range, target);
                assertThat(countOf(range, "SUCCEEDED")).isZero();
            }
            awaitFull(range);

            Files.createFile(free);
            for (Target target : inAnyOrder()) {
                int before = countOf(range, "SUCCEEDED");
                await().pollInterval(LOOK)
                        .atMost(LONGEST)
                        .until(() -> countOf(range, "SUCCEEDED") > Math.min(before, CALLS - 1));
                shoot(range, target);
            }
            await().pollInterval(LOOK).atMost(LONGEST).until(() -> allAreOver(range));
            assertEachReturnedItsArgument(range.server().admin(), jobs);
            assertTrails(range, jobs);
        }
        assertThat(audit(data)).contains("\"jobs\":" + CALLS, "\"findings\":0");
    }

    private List<Target> inAnyOrder() {
        var targets = new ArrayList<>(List.of(Target.values()));
        Collections.shuffle(targets, chance);
        return targets;
    }

    private void shoot(FiringRange range, Target target) {
        switch (target) {
            case EXECUTOR -> range.killExecutor(range.any(chance));
            case ORCHESTRATOR -> range.killOrchestrator();
            case RUNNER -> {
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
                .map(lease -> Lease.of(trail(admin, lease.getKey()), lease.getValue()))
                .filter(lease -> lease.end().isAfter(death))
                .forEach(
                        lease -> {
                            assertThat(lease.why()).startsWith("LOST: no heartbeat");
                            assertThat(lease.lived()).isGreaterThanOrEqualTo(FiringRange.TTL);
                            times.add(Duration.between(death, lease.end()));
                        });
        assertThat(times).hasSizeGreaterThan(TRAILS / 2);
        Duration longest = Collections.max(times);
        System.out.printf(
                "%d leases of a dead runner were over %d to %d ms after its death; the TTL is %d ms, the time limit %d ms%n",
                times.size(),
                Collections.min(times).toMillis(),
                longest.toMillis(),
                FiringRange.TTL.toMillis(),
                JOB_TIMEOUT.toMillis());
        assertThat(longest).isLessThan(MOST_RECOVERY);
    }

    /// A lease that was acknowledged and is over.
    ///
    /// @param why how it ended
    private record Lease(Instant acknowledged, Instant end, String why) {
        static Lease of(List<JsonNode> trail, int epoch) {
            JsonNode end = line(trail, epoch, "REQUEUED");
            return new Lease(
                    at(line(trail, epoch, "ACKNOWLEDGED")), at(end), end.get("why").stringValue());
        }

        private static JsonNode line(List<JsonNode> trail, int epoch, String kind) {
            return trail.stream()
                    .filter(line -> line.get("epoch").intValue() == epoch)
                    .filter(line -> line.get("kind").stringValue().equals(kind))
                    .findAny()
                    .orElseThrow(() -> new AssertionError("no %s of %d".formatted(kind, epoch)));
        }

        Duration lived() {
            return Duration.between(acknowledged, end);
        }
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
        return runs(range).mapToInt(run -> run.get("jobs").get(status).intValue()).sum();
    }

    private static boolean allAreOver(FiringRange range) {
        return runs(range).allMatch(run -> run.get("finished").booleanValue());
    }

    private static Stream<JsonNode> runs(FiringRange range) {
        var runs = range.server().admin().get("/v1/runs").json().get("runs");
        return StreamSupport.stream(runs.spliterator(), false);
    }

    private static void assertEachReturnedItsArgument(Api admin, List<String> jobs) {
        var numbers = new HashMap<String, Integer>();
        jobs.forEach(job -> numbers.put(job, numbers.size()));
        for (int first = 0; first < jobs.size(); first += IN_A_PAGE) {
            List<String> page = jobs.subList(first, first + IN_A_PAGE);
            String asked = page.stream().map("\"%s\""::formatted).collect(Collectors.joining(","));
            var answer = admin.post("/v1/results", "{\"jobs\":[%s]}".formatted(asked)).json();
            assertThat(answer.get("results").size()).isEqualTo(page.size());
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
