package dev.baton.bench;

import dev.baton.bench.wire.HttpLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The orchestrator's HTTP API, over one connection.
final class Api implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int FIRST_ERROR = 300;

    private final HttpLine line;

    Api(URI server, String token) throws IOException {
        line = new HttpLine(server, token);
    }

    /// Makes a token.
    ///
    /// @param kind admin, user or runner
    String issueToken(String kind, String name) throws IOException {
        var wanted = JSON.createObjectNode().put("kind", kind).put("name", name);
        return post("/v1/tokens", wanted.toString()).get("token").stringValue();
    }

    /// Submits a run.
    ///
    /// @return the numbers of its jobs
    long[] submit(String run) throws IOException {
        JsonNode jobs = post("/v1/runs", run).get("jobs");
        long[] ids = new long[jobs.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = JobNumber.of(jobs.get(i).get("id").stringValue());
        }
        return ids;
    }

    void cancel(long job) throws IOException {
        post("/v1/jobs/job_%d/cancel".formatted(job), "{\"reason\":\"measured\"}");
    }

    /// Waits for results, and returns those that are there when as many as possible are.
    JsonNode results(List<String> jobs, int waitSeconds) throws IOException {
        var wanted = JSON.createObjectNode().put("wait_seconds", waitSeconds);
        wanted.put("at_least", jobs.size());
        var array = wanted.putArray("jobs");
        jobs.forEach(array::add);
        return post("/v1/results", wanted.toString()).get("results");
    }

    /// How many transactions were committed that changed something, according to the orchestrator.
    long commits() throws IOException {
        String name = "baton_commit_commands_count ";
        String metrics = checked("/metrics", line.get("/metrics")).text();
        return metrics.lines()
                .filter(sample -> sample.startsWith(name))
                .mapToLong(sample -> (long) Double.parseDouble(sample.substring(name.length())))
                .findFirst()
                .orElse(0);
    }

    private JsonNode post(String path, String json) throws IOException {
        var answer = line.post(path, json.getBytes(StandardCharsets.UTF_8));
        return JSON.readTree(checked(path, answer).text());
    }

    private static HttpLine.Answer checked(String path, HttpLine.Answer answer) {
        if (answer.status() >= FIRST_ERROR) {
            throw new BenchException(
                    "%s: expected success, got %d %s"
                            .formatted(path, answer.status(), answer.text()));
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
