package dev.baton.simulation;

import dev.baton.core.Ending;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.Frames;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// How a handler behaves, and its executor with it. Its name is the name of the handler.
enum Behaviour {
    SUCCEEDS(Ending.SUCCEEDED),
    FAILS(Ending.ERROR),
    ASKS_FOR_A_RETRY(Ending.RETRY),
    SAYS_THAT_IT_IS_FATAL(Ending.FATAL),
    IS_NOT_THERE(Ending.FATAL),
    CANCELS_ITSELF(Ending.FATAL),
    SAYS_THAT_TIME_IS_OVER(Ending.TIMED_OUT),
    ANSWERS_TWICE(Ending.SUCCEEDED),
    /// Long after its time, if nobody stops it.
    ANSWERS_LATE(Ending.TIMED_OUT),
    ANSWERS_FOR_ANOTHER_JOB(Ending.ERROR),
    /// With the id of a request that nobody made, and then no more.
    ANSWERS_ANOTHER_REQUEST(Ending.TIMED_OUT),
    ANSWERS_NONSENSE(Ending.ERROR),
    HANGS_UP_IN_THE_MIDDLE(Ending.ERROR),
    ANSWERS_TOO_MUCH(Ending.FATAL, Ending.ERROR),
    NEVER_ANSWERS(Ending.TIMED_OUT),
    /// And does not stop when it is told to.
    IS_STUBBORN(Ending.TIMED_OUT),
    CRASHES(Ending.ERROR);

    /// What may be reported of it by a runner that nobody disturbs.
    @SuppressWarnings("ImmutableEnumChecker") // a set that cannot change
    private final Set<Ending> endings;

    Behaviour(Ending... endings) {
        this.endings = Set.copyOf(EnumSet.copyOf(List.of(endings)));
    }

    static Behaviour of(String handler) {
        return valueOf(handler);
    }

    /// Whether this may be reported of a call that reached its handler. Whatever it does, others may have killed its process, and it may have taken too
    /// long; but nobody else can make it succeed, ask for a retry, or be fatal.
    boolean allows(Ending ending) {
        return endings.contains(ending)
                || switch (ending) {
                    case ERROR, TIMED_OUT, RELEASED, CANCELED, LOST, UNACKNOWLEDGED -> true;
                    case SUCCEEDED, RETRY, FATAL -> false;
                };
    }

    /// Whether the handler ends by itself, in its time.
    boolean ends() {
        return switch (this) {
            case NEVER_ANSWERS, IS_STUBBORN, ANSWERS_LATE -> false;
            default -> true;
        };
    }

    boolean obeys() {
        return this != IS_STUBBORN && this != ANSWERS_LATE;
    }

    boolean isFaulty() {
        return switch (this) {
            case SUCCEEDS, FAILS, ASKS_FOR_A_RETRY, SAYS_THAT_IT_IS_FATAL, IS_NOT_THERE -> false;
            default -> true;
        };
    }

    /// The bytes that come when it has ended.
    List<byte[]> answers(ExecutionRequest request) {
        return switch (this) {
            case SUCCEEDS, ANSWERS_LATE -> List.of(success(request));
            case ANSWERS_TWICE -> List.of(success(request), success(request));
            case FAILS -> List.of(failure(request, Status.ERROR, "ValueError"));
            case ASKS_FOR_A_RETRY -> List.of(failure(request, Status.RETRY, "retry"));
            case SAYS_THAT_IT_IS_FATAL ->
                    List.of(failure(request, Status.ERROR, ExecutionError.FATAL));
            case IS_NOT_THERE ->
                    List.of(failure(request, Status.ERROR, ExecutionError.HANDLER_NOT_FOUND));
            case CANCELS_ITSELF ->
                    List.of(failure(request, Status.ERROR, ExecutionError.CANCELLED));
            case SAYS_THAT_TIME_IS_OVER ->
                    List.of(failure(request, Status.TIMEOUT, ExecutionError.TIMEOUT));
            case ANSWERS_FOR_ANOTHER_JOB -> List.of(outcome("job_0", request.requestId()));
            case ANSWERS_ANOTHER_REQUEST ->
                    List.of(outcome(request.jobId(), "00000000-0000-4000-8000-000000000000"));
            case ANSWERS_NONSENSE ->
                    List.of(Frames.of("{\"type\":".getBytes(StandardCharsets.UTF_8)));
            case HANGS_UP_IN_THE_MIDDLE -> List.of(new byte[] {0, 0, 1, 0, '{'});
            case ANSWERS_TOO_MUCH -> List.of(new byte[] {0x7f, 0, 0, 0});
            case NEVER_ANSWERS, IS_STUBBORN, CRASHES -> List.of();
        };
    }

    /// What comes when it was told to stop, and does.
    static byte[] cancelled(ExecutionRequest request) {
        return failure(request, Status.ERROR, ExecutionError.CANCELLED);
    }

    private static byte[] success(ExecutionRequest request) {
        return EnvelopeCodec.frame(ExecutionOutcome.success(request, "1"));
    }

    private static byte[] outcome(String job, String request) {
        return EnvelopeCodec.frame(
                new ExecutionOutcome(job, request, Status.SUCCESS, "1", null, null));
    }

    private static byte[] failure(ExecutionRequest request, Status status, String type) {
        return EnvelopeCodec.frame(
                ExecutionOutcome.failure(request, status, new ExecutionError("as asked", type)));
    }
}
