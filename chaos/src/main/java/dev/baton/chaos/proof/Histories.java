package dev.baton.chaos.proof;

import dev.baton.chaos.load.Client;
import dev.baton.chaos.load.JobRecord;
import dev.baton.chaos.load.RunRecord;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/// Gathers what is known of jobs.
final class Histories {
    private static final int MOST_LINES = 1_000;

    private final Client client;
    private final Path evidence;

    Histories(Client client, Path evidence) {
        this.client = client;
        this.evidence = evidence;
    }

    /// The jobs of a run that are there.
    List<JobHistory> ofRun(RunRecord run) throws IOException, InterruptedException {
        Map<String, JobRecord> records = new HashMap<>();
        run.jobs().forEach(job -> records.put(job.id(), job));
        var found = new ArrayList<JobHistory>();
        for (JsonNode job : client.get("/v1/jobs?limit=1000&run=" + run.id()).json().get("jobs")) {
            String id = job.get("id").stringValue();
            JobRecord record = records.get(id);
            if (record != null) {
                String status = job.get("status").stringValue();
                found.add(new JobHistory(record, status, trail(id), Note.ofJob(evidence, id)));
            }
        }
        return found;
    }

    private List<AuditLine> trail(String job) throws IOException, InterruptedException {
        var lines = new ArrayList<AuditLine>();
        while (true) {
            var page =
                    client.get("/v1/jobs/%s/audit?after=%d".formatted(job, lines.size()))
                            .json()
                            .get("events");
            StreamSupport.stream(page.spliterator(), false)
                    .map(AuditLine::read)
                    .forEach(lines::add);
            if (page.size() < MOST_LINES) {
                return lines;
            }
        }
    }

    /// What is known of a call beside its trail.
    CallHistory ofCall(JobHistory job) throws IOException, InterruptedException {
        JsonNode answer = client.get("/v1/jobs/%s/result".formatted(job.id())).json();
        String request = answer.path("result").path("request").asString("");
        return new CallHistory(job, CallNote.ofJob(evidence, job.id()), request);
    }

    /// The jobs of all dead letters.
    List<String> deadLetters() throws IOException, InterruptedException {
        var found = new ArrayList<String>();
        String after = "";
        do {
            JsonNode page = client.get("/v1/dead-letters?limit=1000" + after).json();
            page.get("dead_letters")
                    .forEach(letter -> found.add(letter.get("job_id").stringValue()));
            String next = page.path("next").asString("");
            after = next.isEmpty() ? "" : "&after=" + next;
        } while (!after.isEmpty());
        return found;
    }

    String log(String job) throws IOException, InterruptedException {
        return client.get("/v1/jobs/%s/log".formatted(job)).body();
    }

    /// The keys of all runs there are, by their ids.
    Map<String, String> runs() throws IOException, InterruptedException {
        Map<String, String> found = new HashMap<>();
        String cursor = "";
        do {
            JsonNode page = client.get("/v1/runs?limit=1000" + cursor).json();
            page.get("runs")
                    .forEach(
                            run ->
                                    found.put(
                                            run.get("id").stringValue(),
                                            run.get("name").stringValue()));
            String next = page.path("next_cursor").asString("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }
}
