package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;
import dev.baton.store.DeadLetters.DeadLetter;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Submitted;

import org.jspecify.annotations.Nullable;

/// Makes new jobs of dead letters, with all attempts before them again. Once of each, however often it is asked for.
///
/// The letter says first that it is being requeued, so that nobody discards it; then the job is submitted under a key that
/// only this letter has; then the letter names it. Whoever dies in between leaves a letter that is still listed, and asking
/// again goes on where they stopped.
final class Requeues {
    /// Whose the keys are: not the callers', so that two of them make one job.
    private static final String OWNER = "dead-letters";

    private final Engine engine;

    Requeues(Engine engine) {
        this.engine = engine;
    }

    /// What a letter became.
    ///
    /// @param run nothing if a job with its unique key was there already, or it was requeued before
    record Requeued(JobId job, @Nullable RunId run) {}

    /// Makes a job of a letter, or finds the one that was made.
    ///
    /// @return nothing if the letter was discarded
    @Nullable Requeued requeue(DeadLetter letter, Caller by) {
        JobId before = letter.requeuedAs();
        if (before != null) {
            return new Requeued(before, null);
        }
        if (!engine.deadLetters().startRequeue(letter.job())) {
            return null;
        }
        Requeued requeued = submit(letter.job(), by);
        engine.deadLetters().requeued(letter.job(), requeued.job());
        return requeued;
    }

    private Requeued submit(JobId id, Caller by) {
        var views = engine.views();
        var job = views.job(id).orElseThrow(() -> Problem.notFound(id.toString()).asException());
        var run = views.run(job.run()).orElseThrow(() -> Problem.notFound("its run").asException());
        var order = Repeats.ofJob(job, run);
        var again =
                new NewRun(
                        id.toString(),
                        id.toString(),
                        OWNER,
                        by.name(),
                        order.name(),
                        order.labels(),
                        order.jobs());
        return switch (engine.submit(again)) {
            case Submitted.Created created ->
                    new Requeued(created.jobs().getFirst(), created.run());
            case Submitted.Merged merged ->
                    new Requeued(merged.jobs().getFirst().id(), merged.run());
            case Submitted.KeyReused reused ->
                    throw new IllegalStateException(id + " was requeued as another in " + reused);
        };
    }
}
