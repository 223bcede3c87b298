package dev.baton.runner.job;

import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.ExecutorPool;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.runner.job.CallTranslation.Ended;
import dev.baton.runner.job.Interruption.Canceled;
import dev.baton.runner.job.Interruption.GivenBack;
import dev.baton.runner.job.Interruption.Lost;
import dev.baton.runner.job.Interruption.TimeUp;
import dev.baton.runner.lease.Fence;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Place;
import dev.baton.runner.lease.Settlement;
import dev.baton.runner.log.SecretMask;
import dev.baton.runner.spec.BadSpecException;
import dev.baton.runner.spec.CallSpec;
import dev.baton.runner.spec.CallSpecReader;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/// One function call under one lease: sent to its executor, and its outcome reported, after what its handler printed.
///
/// Nothing else of it is written down here. A runner that dies takes its calls with it: their leases end, and they are tried again.
public final class CallExecution implements Execution {
    private static final Logger log = LoggerFactory.getLogger(CallExecution.class);

    /// How long the end of the log may hold up the result.
    private static final Duration MAX_LOG_WAIT = Duration.ofSeconds(20);

    /// How long it may hold up the news that the job is given back.
    private static final Duration MAX_LOG_WAIT_TO_GIVE_BACK = Duration.ofSeconds(5);

    private final Workshop shop;
    private final LeaseGranted granted;
    private final CallTranslation translation;
    private final Extension extension;
    private final CallWatch watch;
    private final Interruptions interruptions = new Interruptions();
    private @Nullable Instant startedAt;

    /// An executor, and what ends it with the leases that it works for.
    public record Extension(ExecutorPool executor, Fence fence) {}

    public CallExecution(
            Workshop shop, LeaseGranted granted, Extension extension, CallWatch watch) {
        this.shop = shop;
        this.granted = granted;
        this.translation = new CallTranslation(granted, shop.runner());
        this.extension = extension;
        this.watch = watch;
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

    /// The pool counts the time of a call, from the moment at which its request is sent: an answer that comes later is late, whoever looks
    /// at the clock first.
    @Override
    public void timeUp() {}

    @Override
    public void lost(String reason) {
        interruptions.interrupt(new Lost(reason));
    }

    @Override
    public void run(HeldLease lease, Place place) throws InterruptedException {
        var printed = new CallLog(shop, granted, lease);
        ForLease last;
        try {
            var result = call(lease, printed);
            var ended = new Ended(result, interruptions.why().orElse(null), startedAt, now());
            last = translation.lastMessage(ended);
        } catch (RuntimeException e) {
            log.error("call failed by a fault of the runner job={}", granted.jobId(), e);
            last = translation.release("a fault of the runner");
        } finally {
            extension.fence().uncover(lease);
        }
        printed.end(longestLogEnd());
        // The executor is free for the next call while this one is reported.
        shop.keeper().end(lease, last, place);
        if (lease.awaitSettled() instanceof Settlement.Lost gone) {
            log.warn(
                    "lease lost job={} epoch={} reason={}",
                    granted.jobId(),
                    granted.epoch(),
                    gone.reason());
        }
    }

    /// What is printed last is worth a wait, but not for ever: somebody waits for the result.
    private Duration longestLogEnd() {
        return switch (interruptions.why().orElse(null)) {
            case null -> MAX_LOG_WAIT;
            case TimeUp _ -> MAX_LOG_WAIT;
            case Canceled canceled -> canceled.deadline().dividedBy(4);
            case GivenBack _ -> MAX_LOG_WAIT_TO_GIVE_BACK;
            case Lost _ -> Duration.ZERO;
        };
    }

    private CallResult call(HeldLease lease, CallLog printed) {
        try {
            interruptions.enter();
            if (!lease.awaitAcknowledged()) {
                return new ExecutorLost("the lease was lost before the call", false);
            }
            CallSpec spec =
                    CallSpecReader.read(new SpecSource(shop.calls(), lease).json(granted.spec()));
            if (!spec.secrets().isEmpty()) {
                printed.hide(SecretMask.of(spec.secrets()));
            }
            extension.fence().cover(lease);
            if (!lease.holds()) {
                return new ExecutorLost("the lease was lost before the call", false);
            }
            Instant start = now();
            startedAt = start;
            ExecutorPool executor = extension.executor();
            return watch.watch(
                    granted,
                    executor.name(),
                    spec,
                    trace -> executor.call(translation.request(spec, trace, start, printed)));
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

    private Instant now() {
        return shop.clocks().wall().instant();
    }
}
