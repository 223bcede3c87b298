package dev.baton.runner.job;

import dev.baton.executor.pool.Call;
import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.ExecutorPool;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.runner.job.Interruption.Canceled;
import dev.baton.runner.job.Interruption.GivenBack;
import dev.baton.runner.job.Interruption.Lost;
import dev.baton.runner.job.Interruption.TimeUp;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Place;
import dev.baton.runner.lease.Settlement;
import dev.baton.runner.spec.BadSpecException;
import dev.baton.runner.spec.CallSpec;
import dev.baton.runner.spec.CallSpecReader;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// One function call under one lease: sent to its executor, and its outcome reported.
///
/// Nothing of it is written down here. A runner that dies takes its calls with it: their leases end, and they are tried again.
public final class CallExecution implements Execution {
    private static final Logger log = LoggerFactory.getLogger(CallExecution.class);

    private final Workshop shop;
    private final LeaseGranted granted;
    private final ExecutorPool executor;
    private final CallWatch watch;
    private final Runnable unanswered;
    private final Interruptions interruptions = new Interruptions();
    private @Nullable Instant startedAt;

    /// @param unanswered called when the executor had nobody who could be called, and the job is given back
    public CallExecution(
            Workshop shop,
            LeaseGranted granted,
            ExecutorPool executor,
            CallWatch watch,
            Runnable unanswered) {
        this.shop = shop;
        this.granted = granted;
        this.executor = executor;
        this.watch = watch;
        this.unanswered = unanswered;
    }

    @Override
    public void giveBack(String reason) {
        interruptions.interrupt(new GivenBack(reason));
    }

    @Override
    public void renewed() {}

    @Override
    public void cancel(String reason, Duration deadline) {
        log.info("cancel requested job={} epoch={}", granted.jobId(), granted.epoch());
        interruptions.interrupt(new Canceled(reason, deadline));
    }

    @Override
    public void timeUp() {
        interruptions.interrupt(new TimeUp());
    }

    @Override
    public void lost(String reason) {
        interruptions.interrupt(new Lost(reason));
    }

    @Override
    public void run(HeldLease lease, Place place) throws InterruptedException {
        ForLease last;
        try {
            last = lastMessage(call(lease));
        } catch (RuntimeException e) {
            log.error("call failed by a fault of the runner job={}", granted.jobId(), e);
            last = release("a fault of the runner");
        }
        // The executor is free for the next call while this one is reported.
        place.close();
        shop.keeper().end(lease, last);
        if (lease.awaitSettled() instanceof Settlement.Lost gone) {
            log.warn(
                    "lease lost job={} epoch={} reason={}",
                    granted.jobId(),
                    granted.epoch(),
                    gone.reason());
        }
    }

    private CallResult call(HeldLease lease) {
        try {
            interruptions.enter();
            if (!lease.awaitAcknowledged()) {
                return new ExecutorLost("the lease was lost before the call", false);
            }
            CallSpec spec =
                    CallSpecReader.read(new SpecSource(shop.calls(), lease).json(granted.spec()));
            startedAt = shop.clocks().wall().instant();
            return watch.watch(
                    granted, executor.name(), spec, trace -> executor.call(call(spec, trace)));
        } catch (BadSpecException e) {
            return new Fatal(new ExecutionError(String.valueOf(e.getMessage()), "bad_spec"));
        } catch (IOException e) {
            return new ExecutorLost("the job_spec could not be fetched: " + e.getMessage(), false);
        } catch (InterruptedException _) {
            return new ExecutorLost("interrupted before it was sent", false);
        } finally {
            interruptions.leave();
        }
    }

    private Call call(CallSpec spec, Map<String, String> trace) {
        Instant enqueuedAt = granted.turn().enqueuedAt();
        return new Call(
                spec.name(),
                spec.args(),
                spec.kwargs(),
                new Call.Job(
                        granted.jobId().toString(),
                        Math.max(1, granted.attempt()),
                        enqueuedAt == null ? shop.clocks().wall().instant() : enqueuedAt,
                        spec.queue(),
                        trace,
                        shop.runner().value()),
                new Call.Limits(granted.times().maxRuntime(), spec.deadline()));
    }

    /// What the orchestrator is told. What the handler said counts, if it said something; otherwise why it was stopped.
    private ForLease lastMessage(CallResult result) {
        var report = new CallReport(granted.leaseId(), shop.runner(), startedAt, now());
        Interruption why = interruptions.why().orElse(null);
        return switch (result) {
            case Cancelled cancelled when cancelled.asked() ->
                    stopped(report, why, cancelled.error().message());
            case ExecutorLost lost when why != null && !(why instanceof TimeUp) ->
                    stopped(report, why, lost.detail());
            case ExecutorLost lost when !lost.wasDispatched() -> {
                unanswered.run();
                yield release(lost.detail());
            }
            default -> report.complete(result);
        };
    }

    private ForLease stopped(CallReport report, @Nullable Interruption why, String detail) {
        return switch (why) {
            case Canceled canceled ->
                    new CancelAck(
                            granted.leaseId(),
                            shop.runner(),
                            now(),
                            new Evidence(
                                    report.timings(),
                                    List.of(),
                                    "canceled: " + canceled.reason(),
                                    null));
            case GivenBack givenBack -> release(givenBack.reason());
            case Lost lost -> release(lost.reason());
            case TimeUp _ -> report.timedOut(granted.times().maxRuntime());
            case null -> release(detail);
        };
    }

    private Instant now() {
        return shop.clocks().wall().instant();
    }

    private ReleaseLease release(String reason) {
        return new ReleaseLease(granted.leaseId(), shop.runner(), reason);
    }
}
