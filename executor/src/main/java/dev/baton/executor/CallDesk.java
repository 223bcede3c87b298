package dev.baton.executor;

import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where the requests of all connections become calls: at most so many at once, each on a virtual thread.
final class CallDesk implements AutoCloseable {
    /// What handlers have to end in when they were interrupted because the executor stops.
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final Map<String, Handler> handlers;
    private final Execution execution;
    private final InstantSource clock;
    private final int mostInFlight;
    private final Semaphore slots;
    private final CallsInFlight calls = new CallsInFlight();
    private final DeadlineWatch deadlines = new DeadlineWatch(calls);
    private volatile boolean stopping;

    CallDesk(
            Map<String, Handler> handlers,
            Execution execution,
            InstantSource clock,
            int mostInFlight) {
        this.handlers = Map.copyOf(handlers);
        this.execution = execution;
        this.clock = clock;
        this.mostInFlight = mostInFlight;
        this.slots = new Semaphore(mostInFlight);
    }

    int mostInFlight() {
        return mostInFlight;
    }

    /// Takes a request from a connection. Waits for a free slot: until then the connection reads nothing more, and its caller notices.
    void take(ExecutionRequest request, Connection from) {
        Handler handler = handlers.get(request.functionName());
        if (stopping) {
            from.answer(Execution.stopping(request));
        } else if (handler == null) {
            from.answer(
                    refused(
                            request,
                            ExecutionError.HANDLER_NOT_FOUND,
                            "there is no handler of the name " + request.functionName()));
        } else {
            execute(new Call(request, from, clock), handler);
        }
    }

    private void execute(Call call, Handler handler) {
        Call same = calls.add(call);
        if (same != null) {
            refuseAgain(call, same);
            return;
        }
        deadlines.expect(call);
        slots.acquireUninterruptibly();
        Thread.startVirtualThread(() -> run(call, handler));
    }

    private void run(Call call, Handler handler) {
        ExecutionOutcome outcome;
        try {
            outcome = execution.run(call, handler);
        } finally {
            slots.release();
            calls.remove(call);
        }
        call.connection().answer(outcome);
    }

    /// A request is never executed twice at once. On the connection of the first, its one answer is the answer to both.
    private static void refuseAgain(Call again, Call first) {
        if (again.connection() == first.connection()) {
            again.connection().ignore("request repeated while it was executed", again.requestId());
        } else {
            again.connection()
                    .answer(
                            refused(
                                    again.request(),
                                    ExecutionError.PROTOCOL_ERROR,
                                    "request_id: expected one that is not in flight, got one that is, on another connection"));
        }
    }

    private static ExecutionOutcome refused(ExecutionRequest request, String type, String message) {
        return ExecutionOutcome.failure(request, Status.ERROR, new ExecutionError(message, type));
    }

    void cancel(CancelRequest cancel) {
        calls.cancel(cancel);
    }

    /// Whether an outcome with this id would be taken for the answer to a call.
    boolean isInFlight(String requestId) {
        return calls.has(requestId);
    }

    /// Nobody waits for the calls of this connection any more.
    void callerGone(Connection connection) {
        calls.endAll(call -> call.connection() == connection, Call.Ending.CALLER_GONE);
    }

    /// Takes no more calls, and waits for those that are executed: for the grace, and then, interrupted, for a last moment.
    void stop(Duration grace) throws InterruptedException {
        stopping = true;
        if (!isIdleWithin(grace)) {
            calls.endAll(_ -> true, Call.Ending.EXECUTOR_STOPPING);
            isIdleWithin(LAST_WORDS);
        }
    }

    private boolean isIdleWithin(Duration time) throws InterruptedException {
        return slots.tryAcquire(mostInFlight, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        deadlines.close();
    }
}
