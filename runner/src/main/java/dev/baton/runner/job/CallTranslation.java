package dev.baton.runner.job;

import dev.baton.core.RunnerId;
import dev.baton.executor.pool.Call;
import dev.baton.executor.pool.CallOutput;
import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.LostForAnother;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.runner.job.Interruption.Canceled;
import dev.baton.runner.job.Interruption.GivenBack;
import dev.baton.runner.job.Interruption.Lost;
import dev.baton.runner.job.Interruption.TimeUp;
import dev.baton.runner.spec.CallSpec;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A call between two protocols: what its executor is asked, and what the orchestrator is told in the end.
///
/// @param granted the lease that it is made under
public record CallTranslation(LeaseGranted granted, RunnerId runner) {
    /// What the executor is asked.
    ///
    /// @param output where what the handler prints goes; without it, to the log of the runner
    public Call request(
            CallSpec spec, Map<String, String> trace, Instant now, @Nullable CallOutput output) {
        Instant enqueuedAt = granted.turn().enqueuedAt();
        return new Call(
                spec.name(),
                spec.args(),
                spec.kwargs(),
                new Call.Job(
                        granted.jobId().toString(),
                        Math.max(1, granted.attempt()),
                        enqueuedAt == null ? now : enqueuedAt,
                        spec.queue(),
                        trace,
                        runner.value()),
                new Call.Limits(granted.times().maxRuntime(), spec.deadline()),
                output);
    }

    /// How a call ended.
    ///
    /// @param why it was interrupted, if it was
    /// @param startedAt when it was sent, if it was
    public record Ended(
            CallResult result,
            @Nullable Interruption why,
            @Nullable Instant startedAt,
            Instant endedAt) {
        /// Why the job is to be given back, if it is not to blame: it was not sent, or its process was killed because of another call.
        private @Nullable String infrastructureLoss() {
            return switch (result) {
                case ExecutorLost lost when !lost.wasDispatched() -> lost.detail();
                case LostForAnother lost -> lost.detail();
                default -> null;
            };
        }

        /// Whether it ended so because it was interrupted, and not before.
        private boolean isStopped() {
            return switch (result) {
                case Cancelled cancelled -> cancelled.asked();
                case ExecutorLost _, LostForAnother _ -> why != null;
                default -> false;
            };
        }
    }

    /// What the orchestrator is told. What the handler said counts, if it said something; otherwise why it was stopped.
    public ForLease lastMessage(Ended ended) {
        var report = new CallReport(granted.leaseId(), runner, ended.startedAt(), ended.endedAt());
        if (ended.isStopped()) {
            return stopped(report, ended);
        }
        String loss = ended.infrastructureLoss();
        return loss == null ? report.complete(ended.result()) : release(loss);
    }

    private ForLease stopped(CallReport report, Ended ended) {
        return switch (ended.why()) {
            case Canceled canceled ->
                    new CancelAck(
                            granted.leaseId(),
                            runner,
                            ended.endedAt(),
                            new Evidence(
                                    report.timings(),
                                    List.of(),
                                    "canceled: " + canceled.reason(),
                                    null));
            case GivenBack givenBack -> release(givenBack.reason());
            case Lost lost -> release(lost.reason());
            // The pool keeps the time of calls.
            case TimeUp _ -> release(detail(ended.result()));
            case null -> release(detail(ended.result()));
        };
    }

    private static String detail(CallResult result) {
        return switch (result) {
            case Cancelled cancelled -> cancelled.error().message();
            case ExecutorLost lost -> lost.detail();
            case LostForAnother lost -> lost.detail();
            default -> throw new IllegalStateException("nobody stopped " + result);
        };
    }

    /// The job is given back.
    ReleaseLease release(String reason) {
        return new ReleaseLease(granted.leaseId(), runner, reason);
    }
}
