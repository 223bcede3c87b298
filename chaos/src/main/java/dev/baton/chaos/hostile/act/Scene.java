package dev.baton.chaos.hostile.act;

import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.load.ApiClient;
import dev.baton.chaos.hostile.load.Findings;
import dev.baton.chaos.hostile.load.Innocents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What an act has to work with.
///
/// @param hostile the user who means no good
/// @param runnerToken of hostile runners
/// @param holders the runners that hold leases, with their tokens
/// @param runs those that the hostile user submitted, with the ids of their runs
public record Scene(
        TestFleet fleet,
        Scale scale,
        ApiClient hostile,
        String runnerToken,
        Innocents innocents,
        Findings findings,
        Map<String, String> holders,
        List<String> runs) {
    /// How long the leases live without a heartbeat.
    public static final Duration TTL = Duration.ofSeconds(20);

    static final Duration TIMEOUT = Duration.ofMinutes(2);

    /// Something that a hostile client does.
    @FunctionalInterface
    public interface Deed {
        void run(int number) throws IOException, InterruptedException;
    }

    /// Does it so many times at once, and returns when all are over.
    public void together(int times, Deed deed) throws InterruptedException {
        var over = new CountDownLatch(times);
        for (int i = 0; i < times; i++) {
            int number = i;
            Thread.ofPlatform()
                    .daemon()
                    .name("hostile-" + i)
                    .start(
                            () -> {
                                try {
                                    deed.run(number);
                                } catch (IOException refused) {
                                    findings.count("refused", 1);
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                } finally {
                                    over.countDown();
                                }
                            });
        }
        over.await();
    }

    /// Submits as the hostile user, once, and counts how it was answered.
    public void submit(byte[] body) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var answer = hostile.post("/v1/runs", body, null, TIMEOUT);
        findings.count("answered_" + answer.status(), 1);
        findings.highest("hostile_submit_max_ms", (System.nanoTime() - start) / 1_000_000);
        if (answer.isSuccess()) {
            runs.add(answer.json().get("run_id").stringValue());
        }
    }

    /// The body of a submission of so many jobs.
    static byte[] run(int jobs, IntFunction<String> job) {
        return IntStream.range(0, jobs)
                .mapToObj(job)
                .collect(Collectors.joining(",", "{\"jobs\":[", "]}"))
                .getBytes(StandardCharsets.UTF_8);
    }
}
