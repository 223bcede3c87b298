package dev.baton.bench;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Somebody who calls a function again and again: some callers, each with a batch under way, from its submission until all of its results
/// are there.
final class CallLoad {
    private static final int CALLERS = 8;
    private static final int BATCH = 500;
    private static final int LONGEST_WAIT_SECONDS = 60;

    private final URI server;
    private final String token;
    private final String function;

    CallLoad(URI server, String token, String function) {
        this.server = server;
        this.token = token;
        this.function = function;
    }

    /// Makes so many calls, rounded up to whole batches.
    ///
    /// @return how many a second
    double run(int calls) {
        int batches = Math.ceilDiv(calls, BATCH);
        var left = new AtomicInteger(batches);
        String run = batch(BATCH);
        long start = System.nanoTime();
        Together.run("caller", CALLERS, _ -> makeBatches(left, run));
        return Rates.perSecond((long) batches * BATCH, System.nanoTime() - start);
    }

    /// One call after the other, nothing else to do.
    ///
    /// @return how long each took, from before its submission until its result was there
    long[] oneByOne(int calls) throws IOException {
        var nanos = new long[calls];
        String run = batch(1);
        try (var api = new Api(server, token)) {
            for (int i = 0; i < calls; i++) {
                long start = System.nanoTime();
                await(api, api.submit(run));
                nanos[i] = System.nanoTime() - start;
            }
        }
        return nanos;
    }

    /// @return how many it made
    private int makeBatches(AtomicInteger left, String run) throws IOException {
        int made = 0;
        try (var api = new Api(server, token)) {
            while (left.getAndDecrement() > 0) {
                await(api, api.submit(run));
                made++;
            }
        }
        return made;
    }

    /// Waits for the results, and checks them: each call returns its argument.
    private static void await(Api api, long[] jobs) throws IOException {
        long first = jobs[0];
        List<String> missing = new ArrayList<>(jobs.length);
        for (long job : jobs) {
            missing.add("job_" + job);
        }
        while (!missing.isEmpty()) {
            var ended = new HashSet<String>();
            for (JsonNode result : api.results(missing, LONGEST_WAIT_SECONDS)) {
                String job = result.get("job_id").stringValue();
                long expected = JobNumber.of(job) - first;
                if (!result.get("status").stringValue().equals("SUCCEEDED")
                        || result.get("result").longValue() != expected) {
                    throw new BenchException(
                            "expected %s to return %d, got %s".formatted(job, expected, result));
                }
                ended.add(job);
            }
            missing.removeAll(ended);
        }
    }

    private String batch(int calls) {
        var run = new StringBuilder("{\"jobs\":[");
        for (int i = 0; i < calls; i++) {
            run.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"c")
                    .append(i)
                    .append("\",\"function\":{\"name\":\"")
                    .append(function)
                    .append("\",\"args\":[")
                    .append(i)
                    .append("]}}");
        }
        return run.append("]}").toString();
    }
}
