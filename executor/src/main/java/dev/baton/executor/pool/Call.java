package dev.baton.executor.pool;

import dev.baton.executor.wire.ExecutionRequest;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// One call of a function.
///
/// @param function the name of the handler, without its executor
/// @param args the text of a JSON array
/// @param kwargs the text of a JSON object
/// @param output where what the handler prints goes; without it, to our log
public record Call(
        String function,
        String args,
        String kwargs,
        Job job,
        Limits limits,
        @Nullable CallOutput output) {
    public Call(String function, String args, String kwargs, Job job, Limits limits) {
        this(function, args, kwargs, job, limits, null);
    }

    /// What the handler is told about the job.
    ///
    /// @param attempt counted from 1
    /// @param trace headers that continue a trace; may be empty
    /// @param workerId who asks
    public record Job(
            String id,
            int attempt,
            Instant enqueuedAt,
            String queue,
            Map<String, String> trace,
            @Nullable String workerId) {
        public Job {
            trace = Map.copyOf(trace);
        }
    }

    /// How long it may take.
    ///
    /// @param timeout counted from the moment at which the request is sent, never from before
    /// @param latest when it has to be over in any case
    public record Limits(Duration timeout, @Nullable Instant latest) {
        /// More is as good as for ever, and cannot overflow.
        private static final Duration LONGEST = Duration.ofDays(365);

        public Limits {
            timeout = timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
        }

        /// How much time there is for a request that is sent now.
        Duration from(Instant now) {
            Duration left = latest == null ? timeout : Duration.between(now, latest);
            return left.compareTo(timeout) < 0 ? left : timeout;
        }
    }

    ExecutionRequest request(String requestId, Instant deadline) {
        return new ExecutionRequest(
                requestId,
                job.id(),
                function,
                args,
                kwargs,
                new ExecutionRequest.Context(
                        job.id(),
                        job.attempt(),
                        job.enqueuedAt(),
                        job.queue(),
                        deadline,
                        job.trace(),
                        job.workerId()));
    }

    /// Without the arguments: they are nobody's business but the handler's.
    @Override
    public String toString() {
        return "Call[%s, job %s, attempt %d]".formatted(function, job.id(), job.attempt());
    }
}
