package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.protocol.submit.FunctionAddress;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Function calls that failed for good. The transaction that ends a call makes it one; people requeue or discard it, once.
public interface DeadLetters {
    /// Those that are open and fit, newest first.
    ///
    /// @param after only those before this job in the order of the list, if given: where the page before ended
    Page list(Filter filter, @Nullable JobId after, int limit);

    /// A part of the list: fewer than were asked for, if what their runners reported is long.
    ///
    /// @param next where the next page begins, or nothing if this is the last
    record Page(List<DeadLetter> letters, @Nullable JobId next) {}

    /// The letter of a job, whatever became of it.
    Optional<DeadLetter> find(JobId job);

    /// Says that the letter is being requeued: from now on it cannot be discarded.
    ///
    /// @return whether it can be requeued; that it is being requeued already is no reason against it
    boolean startRequeue(JobId job);

    /// Says that a letter that is being requeued was.
    void requeued(JobId job, JobId as);

    /// Takes the letter off the list for good.
    ///
    /// @return whether it is discarded now, by this or before
    boolean discard(JobId job);

    /// How many are open.
    long count();

    /// Which letters. A null does not restrict.
    record Filter(
            @Nullable String queue,
            @Nullable String executor,
            @Nullable String function,
            @Nullable String errorType) {}

    /// A call that failed for good.
    ///
    /// @param errorType what the function said, or why the orchestrator ended the call
    /// @param report what the last runner reported, as JSON
    /// @param requeuedAs the job that was made of it, if one was
    record DeadLetter(
            JobId job,
            FunctionAddress function,
            String errorType,
            Instant died,
            int attempts,
            String why,
            @Nullable String report,
            @Nullable JobId requeuedAs,
            boolean discarded) {}
}
