package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.Fleet.Ack;
import dev.baton.cli.FleetRunner.Part;
import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Two orchestrators on one PostgreSQL and fifty runners; one of the two is killed midway and does not come back.
@Timeout(300)
class TwoOrchestratorsIT {
    private static final int RUNNERS = 50;
    private static final int RUNS = 20;
    private static final int JOBS_PER_RUN = 100;
    private static final int MIDWAY = 700;
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static final String[] TERMS = {
        "--set=lease.ttl=4s",
        "--set=lease.heartbeat_interval=1s",
        "--set=lease.ack_timeout=2s",
        "--set=lease.cancel_deadline=3s",
        "--set=limits.requests_per_second=100000",
        "--set=limits.request_burst=100000"
    };

    @TempDir private Path data;
    private final Map<String, Part> jobs = new ConcurrentHashMap<>();
    private final Set<String> canceled = ConcurrentHashMap.newKeySet();
    private final List<String> runs = new ArrayList<>();

    @Test
    void every_job_is_finalized_exactly_once_though_one_orchestrator_is_killed() throws Exception {
        try (var postgres = PostgresServer.start();
                var doomed = start(postgres);
                var survivor = start(postgres);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var servers = List.of(doomed.address(), survivor.address());
            var users = new Fleet(servers, doomed.admin().token(), 0);
            var fleet = new Fleet(servers, doomed.with("runner", "fleet").token(), MIDWAY);
            try {
                List<Future<?>> working =
                        IntStream.range(0, RUNNERS)
                                .<Future<?>>mapToObj(i -> threads.submit(runner(fleet, i)))
                                .collect(Collectors.toCollection(ArrayList::new));
                working.add(threads.submit(() -> cancelWhatIsHeld(fleet, users)));
                submitAll(users);

                assertThat(fleet.awaitMidway(LONGEST)).as("half-way within %s", LONGEST).isTrue();
                doomed.kill();
                assertThat(fleet.acks()).as("killed midway").hasSizeLessThan(RUNS * JOBS_PER_RUN);
                fleet.goOn();

                await().atMost(LONGEST)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> allFinished(users));
                fleet.end();
                for (Future<?> each : working) {
                    each.get(1, TimeUnit.MINUTES);
                }
            } finally {
                fleet.end();
            }
            prove(users, fleet.acks());
        }
    }

    private ServerProcess start(PostgresServer postgres) {
        var options = new ArrayList<>(List.of(TERMS));
        options.addAll(List.of("--postgres", postgres.jdbcUrl()));
        return ServerProcess.start(data, options.toArray(String[]::new));
    }

    /// Half of them on the stream, half on plain HTTP; of each, half begin at either orchestrator.
    private static FleetRunner runner(Fleet fleet, int number) {
        String name = "runner-" + number;
        int home = number / 2;
        return new FleetRunner(
                fleet,
                name,
                number % 2 == 0
                        ? new StreamLink(fleet, name, home)
                        : new HttpLink(fleet, name, home));
    }

    private void submitAll(Fleet users) {
        for (int run = 0; run < RUNS; run++) {
            var parts =
                    IntStream.range(0, JOBS_PER_RUN).mapToObj(TwoOrchestratorsIT::part).toList();
            int number = run;
            String body =
                    IntStream.range(0, JOBS_PER_RUN)
                            .mapToObj(job -> job(number, job, parts.get(job)))
                            .collect(Collectors.joining(",", "{\"jobs\":[", "]}"));
            var created =
                    users.ask(
                            run,
                            api ->
                                    api.send(
                                            api.request("/v1/runs")
                                                    .header("Content-Type", "application/json")
                                                    .header("Idempotency-Key", "run-" + number)
                                                    .POST(BodyPublishers.ofString(body))));
            assertThat(created.status()).as(created.body()).isIn(200, 201);
            runs.add(created.text("run_id"));
            for (int i = 0; i < JOBS_PER_RUN; i++) {
                String id = created.json().get("jobs").get(i).get("id").stringValue();
                jobs.put(id, parts.get(i));
                if (i % 30 == 25) {
                    cancel(users, id);
                }
            }
        }
    }

    private static Part part(int job) {
        return switch (job % 20) {
            case 0, 10 -> Part.FAIL_AT_FIRST;
            case 4, 14 -> Part.FAIL;
            case 3 -> job < 40 ? Part.HOLD : Part.SUCCEED;
            case 13 -> job < 20 ? Part.VANISH_AT_FIRST : Part.SUCCEED;
            default -> Part.SUCCEED;
        };
    }

    /// Some wait at a gate, some for the job before them.
    private static String job(int run, int job, Part part) {
        String waits =
                switch (job % 10) {
                    case 1 -> ",\"gate\":{\"key\":\"gate-%d\",\"limit\":2}".formatted(run % 3);
                    case 2 -> ",\"needs\":[\"job-%d\"]".formatted(job - 1);
                    default -> "";
                };
        return "{\"name\":\"job-%d\",\"steps\":[\"%s\"],%s%s}"
                .formatted(job, part, retry(part == Part.FAIL ? 2 : 100), waits);
    }

    /// Bad luck is borne without end: whatever happens to the orchestrators, no job may fail for it.
    private static String retry(int attempts) {
        return """
        "retry":{"max_attempts":%d,"retry_on":["ERROR","LOST","RELEASED"],\
        "tolerance":{"losses":1000,"unacknowledged":1000,"releases":1000}}"""
                .formatted(attempts);
    }

    private void cancelWhatIsHeld(Fleet fleet, Fleet users) {
        while (!fleet.isOver()) {
            try {
                String job = fleet.held().poll(100, TimeUnit.MILLISECONDS);
                if (job != null) {
                    cancel(users, job);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void cancel(Fleet users, String job) {
        var answer = users.ask(job.hashCode(), api -> api.cancel(job));
        if (answer.status() == 202) {
            canceled.add(job);
        } else {
            assertThat(answer.text("code")).isEqualTo("ALREADY_FINISHED");
        }
    }

    private boolean allFinished(Fleet users) {
        return runs.stream()
                .allMatch(
                        run ->
                                users.ask(1, api -> api.get("/v1/runs/" + run))
                                        .json()
                                        .get("finished")
                                        .booleanValue());
    }

    private void prove(Fleet users, List<Ack> seen) {
        Map<String, List<Ack>> acks = seen.stream().collect(Collectors.groupingBy(Ack::job));
        Map<String, JsonNode> found = new ConcurrentHashMap<>();
        for (String run : runs) {
            users.ask(1, api -> api.get("/v1/jobs?limit=1000&run=" + run))
                    .json()
                    .get("jobs")
                    .forEach(job -> found.put(job.get("id").stringValue(), job));
        }
        assertThat(found.keySet()).as("none lost, none made up").isEqualTo(jobs.keySet());
        assertThat(acks.keySet()).as("acks of jobs that exist").isSubsetOf(jobs.keySet());
        found.forEach(
                (id, job) -> {
                    String status = job.get("status").stringValue();
                    assertThat(status).as("%s %s", id, job).isIn(expected(id));
                    var trail = users.ask(1, api -> api.get("/v1/jobs/" + id + "/audit")).json();
                    AuditProof.check(
                            id, status, trail.get("events"), acks.getOrDefault(id, List.of()));
                });
        report(seen, found);
    }

    /// A cancel that was accepted wins; whoever needs a canceled job is canceled with it.
    private List<String> expected(String job) {
        if (canceled.contains(job)) {
            return List.of("CANCELED");
        }
        return switch (jobs.get(job)) {
            case SUCCEED, FAIL_AT_FIRST, VANISH_AT_FIRST -> List.of("SUCCEEDED");
            case FAIL -> List.of("FAILED");
            case HOLD -> List.of("CANCELED");
        };
    }

    private static void report(List<Ack> seen, Map<String, JsonNode> found) {
        Map<String, Long> statuses =
                found.values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        job -> job.get("status").stringValue(),
                                        Collectors.counting()));
        int epochs = found.values().stream().mapToInt(job -> job.get("epoch").intValue()).sum();
        System.out.printf("acks=%d leases=%d %s%n", seen.size(), epochs, statuses);
    }
}
