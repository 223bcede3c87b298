package dev.baton.executor;

import dev.baton.executor.Call.Ending;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Takes a call through its handler, and makes an outcome of whatever comes of it. When there is an outcome, the handler has ended.
final class Execution {
    static final String EXECUTOR_STOPPING = "executor_stopping";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_FRAMES = 20;

    private final CallTracing tracing;

    Execution(CallTracing tracing) {
        this.tracing = tracing;
    }

    ExecutionOutcome run(Call call, Handler handler) {
        return tracing.trace(
                call,
                () -> {
                    Ending before = call.begin();
                    ExecutionOutcome outcome =
                            before == null ? handled(call, handler) : ended(call, before);
                    Ending ending = call.finish();
                    return ending == null ? outcome : ended(call, ending);
                });
    }

    private static ExecutionOutcome handled(Call call, Handler handler) {
        ExecutionRequest request = call.request();
        try {
            Object result =
                    MarkedOutput.during(
                            request.requestId(),
                            () -> handler.handle(new Arguments(request), call));
            return ExecutionOutcome.success(request, json(result));
        } catch (RetryException e) {
            return retry(request, e);
        } catch (FatalException e) {
            return ExecutionOutcome.failure(
                    request,
                    Status.ERROR,
                    new ExecutionError(message(e), ExecutionError.FATAL, e.code(), null));
        } catch (Throwable e) {
            // Also errors: a handler that overflows its stack is answered like any that fails.
            return ExecutionOutcome.failure(
                    request,
                    Status.ERROR,
                    new ExecutionError(message(e), e.getClass().getName(), null, stack(e)));
        }
    }

    private static @Nullable String json(@Nullable Object result) {
        return switch (result) {
            case null -> null;
            case RawJson(String text) -> text;
            default -> Arguments.JSON.writeValueAsString(result);
        };
    }

    private static ExecutionOutcome retry(ExecutionRequest request, RetryException e) {
        return new ExecutionOutcome(
                request.jobId(),
                request.requestId(),
                Status.RETRY,
                null,
                new ExecutionError(message(e), "retry"),
                e.after().toSeconds() + e.after().toNanosPart() / NANOS_PER_SECOND);
    }

    private static ExecutionOutcome ended(Call call, Ending ending) {
        return switch (ending) {
            case CANCELLED ->
                    failure(call, Status.ERROR, "the call was cancelled", ExecutionError.CANCELLED);
            case CALLER_GONE ->
                    failure(call, Status.ERROR, "the caller is gone", ExecutionError.CANCELLED);
            case DEADLINE_PASSED ->
                    failure(
                            call,
                            Status.TIMEOUT,
                            "the handler had not ended at its deadline, "
                                    + call.deadline().map(String::valueOf).orElse("?"),
                            ExecutionError.TIMEOUT);
            case EXECUTOR_STOPPING -> stopping(call.request());
        };
    }

    /// The answer to a call that the executor does not execute, or not to its end, because it stops.
    static ExecutionOutcome stopping(ExecutionRequest request) {
        return ExecutionOutcome.failure(
                request,
                Status.RETRY,
                new ExecutionError("the executor is stopping", EXECUTOR_STOPPING));
    }

    private static ExecutionOutcome failure(Call call, Status status, String message, String type) {
        return ExecutionOutcome.failure(call.request(), status, new ExecutionError(message, type));
    }

    /// The beginning of the stack, for whoever looks at the error later.
    private static String stack(Throwable e) {
        List<String> frames =
                Arrays.stream(e.getStackTrace())
                        .limit(MOST_FRAMES)
                        .map(StackTraceElement::toString)
                        .toList();
        return Arguments.JSON.writeValueAsString(Map.of("stack", frames));
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
