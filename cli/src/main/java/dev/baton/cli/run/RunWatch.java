package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.JobEvent;
import dev.baton.cli.client.Remote;
import dev.baton.cli.client.RunEvents;
import dev.baton.cli.output.LogDecoder;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.RunDraft.Submitted;
import dev.baton.cli.run.RunDraft.SubmittedJob;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// Watches a run to its end: prints what its jobs print, says what happens to them, passes on a cancel.
public final class RunWatch implements RunEvents.Listener, Interrupts.Watched {
    private static final int MOST_LOGS_AT_ONCE = 32;

    /// The exit status where nobody reads what is printed.
    public static final int PIPE_CLOSED = 141;

    private final Remote remote;
    private final Submitted run;
    private final Screen screen;
    private final Standing standing;
    private final Map<String, JobLogs> logs = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final AtomicBoolean canceled = new AtomicBoolean();
    private final LastRequest request = new LastRequest();
    private final RunEvents events;
    private int firstEpoch = 1;
    private boolean observing;
    private volatile boolean outputClosed;

    /// Watches nothing yet: [#await] does.
    ///
    /// @param outputs where the output of each job goes
    public RunWatch(
            Remote remote,
            Submitted run,
            Screen screen,
            Function<SubmittedJob, LogDecoder.Parts> outputs) {
        this.remote = remote;
        this.run = run;
        this.screen = screen;
        standing = new Standing(run.jobs().size());
        var turns = new Semaphore(MOST_LOGS_AT_ONCE);
        for (SubmittedJob job : run.jobs()) {
            names.put(job.id(), job.name());
            logs.put(
                    job.id(),
                    new JobLogs(remote, job.id(), outputs.apply(job), screen, turns, this::closed));
        }
        events = new RunEvents(remote, run.run(), names.keySet(), this);
    }

    /// Passes over what happened under leases before this one. Said before the watch begins.
    public RunWatch from(int epoch) {
        firstEpoch = epoch;
        return this;
    }

    /// Only looks on: the run goes on when nobody reads its output any more. Said before the watch begins.
    public RunWatch observing() {
        observing = true;
        return this;
    }

    /// Waits for the end of every job and of everything it printed.
    public List<JobResult> await() throws ClientException, InterruptedException {
        try (var _ = new WaitingLine(remote, run, screen, standing)) {
            follow();
            for (JobLogs log : logs.values()) {
                log.await();
            }
        }
        var results = new ArrayList<JobResult>();
        for (String job : names.keySet()) {
            results.add(JobResult.of(remote.get("/v1/jobs/" + job)));
        }
        return results;
    }

    private void follow() throws ClientException, InterruptedException {
        try {
            events.follow();
        } catch (ClientException e) {
            throw standing.isCanceling()
                    ? e.inOtherWords(
                            why ->
                                    "%s. Whether %s was canceled is not known: it may go on"
                                            .formatted(why, run.run()))
                    : e;
        }
    }

    /// Asks for the end of every job. The first call counts; the jobs end in their own time.
    @Override
    public void cancel() {
        cancel("interrupted by the one who submitted it");
    }

    private void cancel(String reason) {
        if (canceled.compareAndSet(false, true)) {
            standing.canceling();
            events.hurry();
            request.send("cancel", () -> sendCancel(reason));
        }
    }

    @Override
    public void awaitCancelSent() {
        request.await();
    }

    @Override
    public String name() {
        return run.run();
    }

    @Override
    public String question() {
        return "baton jobs --run " + run.run();
    }

    /// Whether nobody reads our output any more, so that the run was canceled.
    public boolean outputClosed() {
        return outputClosed;
    }

    @Override
    public void happened(JobEvent event) {
        JobLogs log = logs.get(event.job());
        boolean past = event.epoch() < firstEpoch && !event.kind().equals(JobEvent.FINISHED);
        if (log == null || past) {
            return;
        }
        standing.happened(event);
        switch (event.kind()) {
            case JobEvent.GRANTED -> log.begin(event.epoch());
            case JobEvent.REQUEUED -> {
                log.end();
                screen.say(
                        "baton: %s%s; it is tried again (attempt %d)"
                                .formatted(label(event), event.why(), event.attempt()));
            }
            case JobEvent.FINISHED -> log.end();
            default -> {}
        }
    }

    @Override
    public void connectionLost(String why) {
        screen.say("baton: %s; trying again".formatted(why));
    }

    @Override
    public void connectionRestored() {
        screen.say("baton: connected again");
    }

    private String label(JobEvent event) {
        return names.size() == 1 ? "" : names.get(event.job()) + ": ";
    }

    private void closed() {
        outputClosed = true;
        if (observing) {
            Runtime.getRuntime().halt(PIPE_CLOSED);
        }
        cancel("nobody reads its output any more");
    }

    private void sendCancel(String reason) {
        var json = JsonNodeFactory.instance.objectNode().put("reason", reason);
        LastRequest.untilHeard(
                () -> remote.post("/v1/runs/%s/cancel".formatted(run.run()), json),
                why -> {
                    screen.say("baton: it could not be canceled, and may go on: " + why);
                    canceled.set(false);
                });
    }
}
