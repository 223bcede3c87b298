package dev.baton.runner.job;

import dev.baton.core.Ending;
import dev.baton.core.RunnerId;
import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Failed;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.CallResult.HandlerNotFound;
import dev.baton.executor.pool.CallResult.LostForAnother;
import dev.baton.executor.pool.CallResult.ProtocolError;
import dev.baton.executor.pool.CallResult.Retry;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;
import dev.baton.executor.pool.OutcomePolicy;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.Limits;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.Timings;
import dev.baton.protocol.Utf8Length;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How a call ended, in the words of the lease protocol.
///
/// @param startedAt null if it never started
record CallReport(LeaseId lease, RunnerId runner, @Nullable Instant startedAt, Instant finishedAt) {
    private static final int MOST_MESSAGE_CHARACTERS = 16 << 10;

    /// The text around the parts of an error, with room to spare.
    private static final int AROUND_AN_ERROR = 1 << 10;

    Timings timings() {
        return new Timings(startedAt == null ? finishedAt : startedAt, finishedAt);
    }

    /// A result that was not interrupted.
    Complete complete(CallResult result) {
        if (result instanceof Succeeded succeeded) {
            return succeeded(succeeded.result());
        }
        Ending ending = OutcomePolicy.of(result).ending();
        Duration after = result instanceof Retry retry ? retry.after() : null;
        return failed(ending, after, error(result));
    }

    private Complete succeeded(@Nullable String result) {
        if (result != null && Utf8Length.exceeds(result, Limits.MAX_CALL_VALUE_BYTES)) {
            return complete(
                    new TooLarge(
                            CallResult.What.ANSWER,
                            "expected a result of at most %d bytes of JSON, got %d; keep it elsewhere, and return where it is"
                                    .formatted(
                                            Limits.MAX_CALL_VALUE_BYTES, Utf8Length.of(result))));
        }
        return new Complete(
                lease,
                runner,
                Ending.SUCCEEDED,
                null,
                null,
                new Evidence(timings(), List.of(), null, result == null ? "null" : result));
    }

    private Complete failed(Ending ending, @Nullable Duration after, ExecutionError error) {
        String message = cut(error.message());
        String type = error.type();
        return new Complete(
                lease,
                runner,
                ending,
                null,
                after,
                new Evidence(
                        timings(),
                        List.of(),
                        type == null ? message : cut(type) + ": " + message,
                        null,
                        json(error)));
    }

    private static ExecutionError error(CallResult result) {
        return switch (result) {
            case Retry retry -> retry.error();
            case TimedOut timedOut -> timedOut.error();
            case Failed failed -> failed.error();
            case Fatal fatal -> fatal.error();
            case HandlerNotFound notFound -> notFound.error();
            case Cancelled cancelled -> cancelled.error();
            case ProtocolError broken ->
                    new ExecutionError(broken.detail(), ExecutionError.PROTOCOL_ERROR);
            case ExecutorLost lost -> new ExecutionError(lost.detail(), "executor_lost");
            case LostForAnother lost -> new ExecutionError(lost.detail(), "executor_lost");
            case TooLarge large -> new ExecutionError(large.detail(), "too_large");
            case Succeeded _ -> throw new IllegalStateException("a success is no error");
        };
    }

    /// Details that are too long are left out: what went wrong is in the message.
    private static String json(ExecutionError error) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("message", cut(error.message()));
        if (error.type() != null) {
            json.put("type", cut(error.type()));
        }
        if (error.code() != null) {
            json.put("code", cut(error.code()));
        }
        String details = error.details();
        int room = Limits.MOST_ERROR_CHARACTERS - 3 * MOST_MESSAGE_CHARACTERS - AROUND_AN_ERROR;
        if (details != null && details.length() <= room) {
            json.putRawValue("details", new RawValue(details));
        }
        return json.toString();
    }

    private static String cut(String text) {
        return text.length() <= MOST_MESSAGE_CHARACTERS
                ? text
                : text.substring(0, MOST_MESSAGE_CHARACTERS - 1) + "…";
    }
}
