package dev.baton.chaos.load;

import dev.baton.chaos.load.Client.Answer;
import dev.baton.chaos.load.JobRecord.Cancel;
import dev.baton.chaos.load.Ledger.StandIn;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Submits runs at a steady rate, cancels some jobs, and looks after the rest until all is over.
public final class Customer implements AutoCloseable {
    private static final int LONGEST_BACKLOG_SECONDS = 60;
    private static final int LOOKED_AFTER_AT_ONCE = 20;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int MOST_CANCEL_DELAY_MILLIS = 6_000;
    private static final int CONFLICT = 409;
    private static final double SECOND = 1e9;

    private final Client client;
    private final long seed;
    private final double jobsPerSecond;
    private final Traces traces;
    private final Ledger ledger = new Ledger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Future<?> submitting = CompletableFuture.completedFuture(null);
    private volatile boolean closing;

    public Customer(Client client, long seed, double jobsPerSecond, Traces traces) {
        this.client = client;
        this.seed = seed;
        this.jobsPerSecond = jobsPerSecond;
        this.traces = traces;
    }

    public void start() {
        submitting = threads.submit(this::submitAll);
        threads.execute(this::lookAfterAll);
    }

    public Ledger ledger() {
        return ledger;
    }

    /// Submits no more, and waits until every job is known to be over.
    ///
    /// @return whether that was so in time
    public boolean finish(Duration longest) throws InterruptedException {
        closing = true;
        long until = System.nanoTime() + longest.toNanos();
        try {
            submitting.get(longest.toNanos(), TimeUnit.NANOSECONDS);
            threads.shutdown();
            return threads.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("to submit failed", e);
        }
    }

    private void submitAll() {
        long start = System.nanoTime();
        try {
            for (int number = 0; !closing; number++) {
                awaitRoom();
                submit(RunDraft.of(seed, number));
                long due = start + (long) ((number + 1) * RunDraft.JOBS * SECOND / jobsPerSecond);
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            }
        } catch (IOException e) {
            ledger.surprised(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A backlog that only grows would prove nothing.
    private void awaitRoom() throws InterruptedException {
        double most = Math.max(4 * RunDraft.JOBS, jobsPerSecond * LONGEST_BACKLOG_SECONDS);
        while (!closing && ledger.unfinished() > most) {
            Thread.sleep(LOOK);
        }
    }

    private void submit(RunDraft draft) throws IOException, InterruptedException {
        Answer answer = client.post("/v1/runs", draft.json(traces), draft.key());
        if (!answer.isSuccess()) {
            ledger.surprised(
                    "%s was refused: %d %s".formatted(draft.key(), answer.status(), answer.body()));
            return;
        }
        var json = answer.json();
        var run = new RunRecord(json.get("run_id").stringValue(), draft, made(draft, json));
        ledger.accepted(run);
        var chance = new SplittableRandom(draft.key().hashCode());
        for (JobRecord job : run.jobs()) {
            if (job.draft().kind().isCanceled()) {
                int delay =
                        job.draft().kind() == JobKind.HASTY
                                ? 0
                                : chance.nextInt(MOST_CANCEL_DELAY_MILLIS);
                threads.execute(() -> cancel(job, delay));
            }
        }
    }

    /// The jobs that were made, by their names. Of the others it is written down who stands for them.
    private Map<String, String> made(RunDraft draft, JsonNode answer) {
        Map<String, String> made = new HashMap<>();
        for (JsonNode job : answer.get("jobs")) {
            String id = job.get("id").stringValue();
            String name = job.get("name").stringValue();
            if (job.path("existing").asBoolean(false)) {
                draft.keyOf(name).ifPresent(key -> ledger.merged(new StandIn(key, id)));
            } else {
                made.put(name, id);
            }
        }
        return made;
    }

    private void cancel(JobRecord job, int delayMillis) {
        try {
            Thread.sleep(delayMillis);
            Answer answer =
                    client.post("/v1/jobs/%s/cancel".formatted(job.id()), "{\"reason\":\"chaos\"}");
            if (answer.isSuccess()) {
                job.told(Cancel.ACCEPTED);
            } else if (answer.status() == CONFLICT) {
                job.told(answer.tries() > 1 ? Cancel.UNCERTAIN : Cancel.TOO_LATE);
            } else {
                ledger.surprised(
                        "the cancel of %s was refused: %d %s"
                                .formatted(job.id(), answer.status(), answer.body()));
            }
        } catch (IOException e) {
            ledger.surprised(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAfterAll() {
        try {
            while (!closing || !ledger.open().isEmpty()) {
                for (RunRecord run : ledger.open().stream().limit(LOOKED_AFTER_AT_ONCE).toList()) {
                    lookAfter(run);
                }
                Thread.sleep(LOOK);
            }
        } catch (IOException e) {
            ledger.surprised(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAfter(RunRecord run) throws IOException, InterruptedException {
        Answer answer = client.get("/v1/runs/" + run.id());
        if (!answer.isSuccess()) {
            ledger.surprised(
                    "%s was accepted and is not there: %d %s"
                            .formatted(run.id(), answer.status(), answer.body()));
            run.finish();
            return;
        }
        JsonNode json = answer.json();
        if (json.get("finished").booleanValue()) {
            run.finish();
        }
    }

    @Override
    public void close() {
        closing = true;
        threads.shutdownNow();
    }
}
