package dev.baton.chaos.hostile.load;

import dev.baton.chaos.estate.TestFleet;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Users who do nothing wrong: they submit small jobs all the time, a runner executes them, and all of them have to succeed.
public final class Innocents implements AutoCloseable {
    /// What an innocent request may take, repeats included.
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration FINISH_LIMIT = Duration.ofSeconds(90);
    private static final String TAG = "innocent";
    private static final long PAUSE_MILLIS = 200;
    private static final int BATCH = 250;

    private final TestFleet fleet;
    private final Findings findings;
    private final ApiClient user;
    private final String runnerToken;
    private final List<String> jobs = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    public Innocents(TestFleet fleet, ApiClient admin, Findings findings)
            throws IOException, InterruptedException {
        this.fleet = fleet;
        this.findings = findings;
        user = new ApiClient(fleet.address(0), admin.issueToken("user", "innocent"));
        runnerToken = admin.issueToken("runner", "innocent-runner");
    }

    /// Begins to submit and to execute.
    public void start() {
        threads.add(Thread.ofPlatform().daemon().name("innocent-user").start(this::submitAgain));
        work(TAG, 10);
    }

    /// Lets one more runner execute jobs that require a tag.
    public void work(String tag, int atOnce) {
        threads.add(
                Thread.ofPlatform()
                        .daemon()
                        .name("runner-" + tag)
                        .start(() -> executeAgain(tag, atOnce)));
    }

    private void submitAgain() {
        try {
            for (int i = 0; !closing.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS); i++) {
                submit(job("small-" + i, TAG), 0);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /// The JSON of one small job.
    public static String job(String name, String tag) {
        return "{\"name\":\"%s\",\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"%s\"]}}"
                .formatted(name, tag);
    }

    /// Submits jobs that have to succeed in the end. A submission that is not accepted in time is a failure.
    ///
    /// @param jobsJson what belongs into the array `jobs`
    /// @param orchestrator the first one to be asked
    /// @return their ids, none if it was not accepted
    public List<String> submit(String jobsJson, int orchestrator) throws InterruptedException {
        byte[] body = "{\"jobs\":[%s]}".formatted(jobsJson).getBytes(StandardCharsets.UTF_8);
        String key = UUID.randomUUID().toString();
        long start = System.nanoTime();
        String last = "no answer";
        for (int i = orchestrator; System.nanoTime() - start < PATIENCE.toNanos(); i++) {
            int to = i % fleet.size();
            if (fleet.isFrozen(to)) {
                continue;
            }
            try {
                var answer =
                        user.at(fleet.address(to)).post("/v1/runs", body, key, REQUEST_TIMEOUT);
                if (answer.isSuccess()) {
                    findings.highest(
                            "innocent_submit_max_ms",
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                    return accepted(answer.json());
                }
                last = answer.status() + " " + answer.text();
            } catch (IOException e) {
                last = e.toString();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        findings.innocentFailed(
                "a submission was not accepted within %d s: %s"
                        .formatted(PATIENCE.toSeconds(), last));
        return List.of();
    }

    private synchronized List<String> accepted(JsonNode answer) {
        var ids = new ArrayList<String>();
        answer.get("jobs").forEach(job -> ids.add(job.get("id").stringValue()));
        jobs.addAll(ids);
        return ids;
    }

    private void executeAgain(String tag, int atOnce) {
        var runner = new ApiClient(fleet.address(0), runnerToken);
        String instance = UUID.randomUUID().toString();
        String me = "runner-" + tag;
        while (closing.getCount() > 0) {
            try {
                var answer =
                        runner.post(
                                "/v1/runner/lease",
                                """
                                {"runner_id":"%s","instance":"%s","capabilities":["%s"],"max_jobs":%d,"wait_seconds":2}"""
                                        .formatted(me, instance, tag, atOnce),
                                Duration.ofSeconds(20));
                for (JsonNode lease : answer.json().path("leases")) {
                    execute(runner, me, instance, lease);
                }
                if (!answer.isSuccess()) {
                    Thread.sleep(PAUSE_MILLIS);
                }
            } catch (IOException again) {
                // what was granted meanwhile is given back or swept, and comes again
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void execute(ApiClient runner, String me, String instance, JsonNode lease)
            throws IOException, InterruptedException {
        String common =
                "\"lease_id\":\"%s\",\"runner_id\":\"%s\",\"instance\":\"%s\""
                        .formatted(lease.get("lease_id").stringValue(), me, instance);
        for (String message :
                List.of(
                        "ack {%s,\"job_id\":\"%s\"}"
                                .formatted(common, lease.get("job_id").stringValue()),
                        "complete {%s,\"status\":\"SUCCEEDED\",\"exit_code\":0}"
                                .formatted(common))) {
            int space = message.indexOf(' ');
            for (int tries = 0; tries < 50; tries++) {
                var answer =
                        runner.post(
                                "/v1/runner/" + message.substring(0, space),
                                message.substring(space + 1),
                                Duration.ofSeconds(20));
                if (answer.status() / 100 != 5 && answer.status() != 429) {
                    break;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /// Submits no more, waits until all jobs are over, and finds those that did not succeed.
    public void finish() throws InterruptedException {
        long until = System.nanoTime() + FINISH_LIMIT.toNanos();
        var open = new ArrayList<>(copy());
        threads.getFirst().interrupt();
        threads.getFirst().join();
        while (!open.isEmpty() && System.nanoTime() - until < 0) {
            for (int from = 0; from < open.size(); from += BATCH) {
                // results come in the order in which jobs ended; those that are over are taken off
                waitFor(open.subList(from, Math.min(open.size(), from + BATCH)));
            }
            open.removeIf(this::isOver);
        }
        open.forEach(job -> findings.innocentFailed(job + " was not over in time"));
        findings.count("innocent_jobs", copy().size());
        close();
    }

    private void waitFor(List<String> some) throws InterruptedException {
        try {
            user.post(
                    "/v1/results",
                    "{\"jobs\":[\"%s\"],\"wait_seconds\":5,\"at_least\":%d}"
                            .formatted(String.join("\",\"", some), some.size()),
                    Duration.ofSeconds(20));
        } catch (IOException again) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private boolean isOver(String job) {
        try {
            var answer = user.get("/v1/jobs/" + job, Duration.ofSeconds(20));
            if (!answer.isSuccess()) {
                return false;
            }
            String status = answer.json().get("status").stringValue();
            if (status.equals("FAILED") || status.equals("CANCELED")) {
                findings.innocentFailed(
                        "%s is %s: %s".formatted(job, status, answer.json().path("why")));
                return true;
            }
            return status.equals("SUCCEEDED");
        } catch (IOException again) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized List<String> copy() {
        return List.copyOf(jobs);
    }

    @Override
    public void close() {
        closing.countDown();
        threads.forEach(Thread::interrupt);
    }
}
