package dev.baton.executor.pool;

import dev.baton.executor.pool.CallResult.ByWhom;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;
import dev.baton.executor.pool.CallResult.What;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.WireException;

import java.time.Duration;
import java.time.Instant;

/// One call at one process, from the request to the moment at which its handler is known to have stopped. The caller's thread does it all.
final class Conversation {
    private static final String GONE = "; its process did not stop the handler, and was killed";

    private final ExecutorProcess process;
    private final Call call;
    private final Duration cancelGrace;
    private final Alarm alarm;

    Conversation(ExecutorProcess process, Call call, Duration cancelGrace, Alarm alarm) {
        this.process = process;
        this.call = call;
        this.cancelGrace = cancelGrace;
        this.alarm = alarm;
    }

    /// Sends the request, and waits for the answer.
    ///
    /// @param now from which its time is counted
    CallResult run(String requestId, Instant now) {
        Duration limit = call.limits().from(now);
        if (!limit.isPositive()) {
            return new ExecutorLost("its deadline passed before it could be sent", false);
        }
        byte[] frame;
        try {
            frame = EnvelopeCodec.frame(call.request(requestId, now.plus(limit)));
        } catch (WireException e) {
            return new TooLarge(What.REQUEST, String.valueOf(e.getMessage()));
        }
        var exchange =
                new Exchange(
                        requestId, call.job().id(), frame, System.nanoTime() + limit.toNanos());
        if (!process.dialogue().send(exchange)) {
            return new ExecutorLost(
                    "process %d of executor %s takes no requests"
                            .formatted(process.pid(), process.executor()),
                    false);
        }
        alarm.mind(exchange);
        try {
            CallResult result = exchange.await();
            return result != null ? result : timedOut(exchange, limit);
        } catch (InterruptedException _) {
            CallResult result = interrupted(exchange);
            Thread.currentThread().interrupt();
            return result;
        }
    }

    /// Nothing is timed out that was not dispatched: whoever reads no requests has to go, and the call is made elsewhere.
    private CallResult timedOut(Exchange exchange, Duration limit) {
        if (!exchange.isDispatched()) {
            process.condemn("it did not read a request within %d ms".formatted(limit.toMillis()));
            return exchange.awaitSettled();
        }
        CallResult end = stop(exchange);
        String message =
                "no answer within %d ms%s".formatted(limit.toMillis(), isGone(end) ? GONE : "");
        return new TimedOut(ByWhom.RUNNER, new ExecutionError(message, ExecutionError.TIMEOUT));
    }

    private CallResult interrupted(Exchange exchange) {
        CallResult end = stop(exchange);
        return switch (end) {
            case Cancelled(_, ExecutionError error) -> new Cancelled(true, error);
            case ExecutorLost lost when lost.wasDispatched() ->
                    new Cancelled(
                            true, new ExecutionError("cancelled" + GONE, ExecutionError.CANCELLED));
            default -> end;
        };
    }

    private static boolean isGone(CallResult end) {
        return end instanceof ExecutorLost;
    }

    /// Makes the handler stop: by a cancel, by a second one that is meant more seriously, by the end of its process.
    ///
    /// @return what it answered; [ExecutorLost] if its process is gone
    private CallResult stop(Exchange exchange) {
        process.cancel(exchange, false);
        CallResult end = exchange.await(cancelGrace);
        if (end == null) {
            process.cancel(exchange, true);
            end = exchange.await(cancelGrace);
        }
        if (end == null) {
            process.condemn(
                    "it did not stop a handler within %d ms of a cancel"
                            .formatted(2 * cancelGrace.toMillis()));
            end = exchange.awaitSettled();
        }
        return end;
    }
}
