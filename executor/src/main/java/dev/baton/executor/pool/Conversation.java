package dev.baton.executor.pool;

import dev.baton.executor.pool.CallResult.ByWhom;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.LostForAnother;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;
import dev.baton.executor.pool.CallResult.What;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.WireException;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/// One call at one process, from the request to the moment at which its handler is known to have stopped. It never waits: whoever has it looks at it
/// when something has happened, and in time.
final class Conversation {
    /// For [#lookAt]: nothing but the answer, or the end of its time, makes a difference.
    static final long NEVER = Long.MAX_VALUE;

    /// What the end of a process may take.
    private static final Duration TIME_TO_KILL = Duration.ofSeconds(5);

    private static final String GONE = "; its process did not stop the handler, and was killed";

    private final Callee process;
    private final Duration cancelGrace;
    private final Exchange exchange;
    private final Duration limit;
    private Stage stage = Stage.UNDER_WAY;
    private Reason reason = Reason.NONE;
    private long lookAt = NEVER;

    /// How hard the handler was told to stop.
    private enum Stage {
        UNDER_WAY,
        CANCELLED,
        CANCELLED_HARD,
        /// Its process has to go, and the handler with it.
        CONDEMNED
    }

    /// Why it was told to.
    private enum Reason {
        NONE,
        INTERRUPTED,
        OVERDUE,
        /// Overdue, but the process never read the request.
        UNREAD
    }

    private Conversation(Callee process, Duration cancelGrace, Exchange exchange, Duration limit) {
        this.process = process;
        this.cancelGrace = cancelGrace;
        this.exchange = exchange;
        this.limit = limit;
    }

    /// What comes of a request: a talk about it, or at once a result.
    sealed interface Begun {
        record UnderWay(Conversation conversation) implements Begun {}

        record Over(CallResult result) implements Begun {}
    }

    /// When a request is sent, by both clocks.
    ///
    /// @param nanos of the clock that only goes forward
    record Moment(Instant wall, long nanos) {}

    /// Sends the request.
    ///
    /// @param now from which its time is counted
    static Begun begin(
            Callee process, Call call, Duration cancelGrace, String requestId, Moment now) {
        Duration limit = call.limits().from(now.wall());
        if (!limit.isPositive()) {
            return over(new ExecutorLost("its deadline passed before it could be sent", false));
        }
        byte[] frame;
        try {
            Instant deadline = now.wall().plus(limit).plus(margin(cancelGrace));
            frame = EnvelopeCodec.frame(call.request(requestId, deadline));
        } catch (WireException e) {
            return over(new TooLarge(What.REQUEST, String.valueOf(e.getMessage())));
        }
        var exchange =
                new Exchange(
                        requestId,
                        call.job().id(),
                        frame,
                        now.nanos() + limit.toNanos(),
                        call.output());
        return process.send(exchange)
                ? new Begun.UnderWay(new Conversation(process, cancelGrace, exchange, limit))
                : over(new ExecutorLost(process.title() + " takes no requests", false));
    }

    /// How much later than our own timer the deadline is that the executor is told. An executor that times its calls itself must not do so while
    /// we make the handler stop: of two that end it at once, one is answered before the handler has stopped, and the next attempt would begin beside it.
    /// When this is over, the process is dead.
    static Duration margin(Duration cancelGrace) {
        return cancelGrace.multipliedBy(2).plus(TIME_TO_KILL);
    }

    private static Begun over(CallResult result) {
        return new Begun.Over(result);
    }

    Exchange exchange() {
        return exchange;
    }

    /// Nobody wants the answer any more: the handler is to stop, and the result says what came of that.
    void interrupt() {
        if (reason == Reason.NONE) {
            reason = Reason.INTERRUPTED;
        }
    }

    /// When to look again, if nothing happens before, by the clock that only goes forward.
    long lookAt() {
        return lookAt;
    }

    /// Looks how it stands, and does what is due.
    ///
    /// @return the result; null while the handler may be running
    @Nullable CallResult look(long nanos) {
        Exchange.Settled end = exchange.settled();
        if (end != null) {
            return result(end);
        }
        if (exchange.isOverdue()) {
            overdue();
        }
        boolean isDue = stage == Stage.UNDER_WAY || nanos - lookAt >= 0;
        if (reason != Reason.NONE && stage != Stage.CONDEMNED && isDue) {
            insist(nanos);
        }
        return null;
    }

    /// Nothing is timed out that was not dispatched: whoever reads no requests has to go, and the call is made elsewhere. Also if nobody wants the
    /// answer any more: else the request could still be read, and its handler begin, when its time is over.
    private void overdue() {
        if (!exchange.isDispatched() && stage != Stage.CONDEMNED) {
            reason = reason == Reason.NONE ? Reason.UNREAD : reason;
            condemn("it did not read a request within %d ms".formatted(limit.toMillis()));
        } else if (reason == Reason.NONE) {
            reason = Reason.OVERDUE;
        }
    }

    /// Makes the handler stop: by a cancel, by a second one that is meant more seriously, by the end of its process.
    private void insist(long nanos) {
        lookAt = nanos + cancelGrace.toNanos();
        switch (stage) {
            case UNDER_WAY -> {
                stage = Stage.CANCELLED;
                process.cancel(exchange, false);
            }
            case CANCELLED -> {
                stage = Stage.CANCELLED_HARD;
                process.cancel(exchange, true);
            }
            case CANCELLED_HARD ->
                    condemn(
                            "it did not stop a handler within %d ms of a cancel"
                                    .formatted(2 * cancelGrace.toMillis()));
            case CONDEMNED -> {}
        }
    }

    private void condemn(String why) {
        stage = Stage.CONDEMNED;
        lookAt = NEVER;
        process.condemnFor(exchange, why);
    }

    /// Whether somebody saw that it was late before the answer came makes no difference.
    private CallResult result(Exchange.Settled end) {
        boolean isLate = end.isLate() && exchange.isDispatched();
        return switch (reason) {
            case NONE -> isLate ? timedOut(end.result()) : end.result();
            case UNREAD -> end.result();
            case OVERDUE -> timedOut(end.result());
            case INTERRUPTED -> interrupted(end.result(), isLate);
        };
    }

    private CallResult timedOut(CallResult end) {
        String message =
                "no answer within %d ms%s".formatted(limit.toMillis(), isGone(end) ? GONE : "");
        return new TimedOut(ByWhom.RUNNER, new ExecutionError(message, ExecutionError.TIMEOUT));
    }

    private static boolean isGone(CallResult end) {
        return end instanceof ExecutorLost || end instanceof LostForAnother;
    }

    private CallResult interrupted(CallResult end, boolean isLate) {
        return switch (end) {
            case Cancelled(_, ExecutionError error) -> new Cancelled(true, error);
            case ExecutorLost lost when lost.wasDispatched() -> cancelledByItsEnd();
            case LostForAnother _ -> cancelledByItsEnd();
            default -> isLate ? timedOut(end) : end;
        };
    }

    private static Cancelled cancelledByItsEnd() {
        return new Cancelled(
                true, new ExecutionError("cancelled" + GONE, ExecutionError.CANCELLED));
    }
}
