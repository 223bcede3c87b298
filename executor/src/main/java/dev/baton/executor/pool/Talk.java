package dev.baton.executor.pool;

import dev.baton.executor.pool.AnswerFault.Treatment;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.WireException;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// All requests that one process has, and what becomes of them when it answers, well or not. It knows no sockets: it is given what comes. One thread
/// at a time gives it that; any thread may add a request.
final class Talk {
    private final Ears ears;
    private final LongSupplier nanos;
    private final Map<String, Exchange> inFlight = new ConcurrentHashMap<>();

    /// On what requests travel, and answers back.
    interface Way {
        boolean isOpen();

        void close();

        FrameAssembly assembly();
    }

    /// Who is told what becomes of the talk. Must not block.
    interface Ears {
        /// A call was answered.
        void answered();

        /// Something came that is no good answer.
        void faulty(AnswerFault fault, String detail);

        /// Nobody will ever hear what became of some calls.
        void broken(String why);

        /// Whether there was such a request, answered or not.
        boolean isMade(String requestId);
    }

    /// @param nanos the clock that only goes forward
    Talk(Ears ears, LongSupplier nanos) {
        this.ears = ears;
        this.nanos = nanos;
    }

    /// Those who wait for an answer.
    Collection<Exchange> inFlight() {
        return inFlight.values();
    }

    /// Where what is printed for a request goes; null if nobody waits for its answer, or wants to know.
    @Nullable CallOutput output(String requestId) {
        Exchange exchange = inFlight.get(requestId);
        return exchange == null ? null : exchange.output();
    }

    /// The same for the only request that waits; null if there is none, or more than one.
    @Nullable CallOutput onlyOutput() {
        Iterator<Exchange> waiting = inFlight.values().iterator();
        Exchange first = waiting.hasNext() ? waiting.next() : null;
        return first == null || waiting.hasNext() ? null : first.output();
    }

    /// A request is about to be sent.
    void add(Exchange exchange) {
        inFlight.put(exchange.requestId(), exchange);
    }

    /// A request was not sent after all.
    void remove(Exchange exchange) {
        inFlight.remove(exchange.requestId());
    }

    List<Exchange> on(Way way) {
        return inFlight.values().stream().filter(exchange -> way.equals(exchange.way())).toList();
    }

    /// Bytes came.
    void hear(Way way, ByteBuffer bytes) {
        try {
            byte[] payload = way.assembly().next(bytes);
            while (payload != null && way.isOpen()) {
                take(way, payload);
                payload = way.assembly().next(bytes);
            }
        } catch (FrameAssembly.BadLength e) {
            close(way, e.fault(), String.valueOf(e.getMessage()));
        }
    }

    /// The process ended this way.
    void hearEnd(Way way) {
        if (way.assembly().isInside()) {
            ears.faulty(AnswerFault.CUT_OFF, "the connection ended within an answer");
        }
        lost(way, "it closed the connection");
    }

    /// Nothing comes on this way any more.
    void lost(Way way, String why) {
        way.close();
        if (!on(way).isEmpty()) {
            ears.broken(why);
        }
    }

    /// The process is gone: whoever still waits for an answer will not get one.
    ///
    /// @param culprit the request because of which it was killed, if there is one
    void end(String why, @Nullable Exchange culprit) {
        inFlight.values()
                .forEach(exchange -> exchange.lose(why, culprit != null && exchange != culprit));
        inFlight.clear();
    }

    private void take(Way way, byte[] payload) {
        try {
            switch (EnvelopeCodec.decode(payload)) {
                case ExecutionOutcome outcome -> answer(outcome);
                case ExecutionRequest request ->
                        refuse(
                                way,
                                AnswerFault.UNKNOWN_TYPE,
                                request.requestId(),
                                "expected a response, got a request");
                case CancelRequest cancel ->
                        refuse(
                                way,
                                AnswerFault.UNKNOWN_TYPE,
                                cancel.requestId(),
                                "expected a response, got a cancel");
            }
        } catch (WireException e) {
            refuse(way, AnswerFault.of(e.code()), e.requestId(), String.valueOf(e.getMessage()));
        }
    }

    private void answer(ExecutionOutcome outcome) {
        Exchange exchange = inFlight.get(outcome.requestId());
        if (exchange == null) {
            boolean isMade = ears.isMade(outcome.requestId());
            ears.faulty(
                    isMade ? AnswerFault.DUPLICATE : AnswerFault.UNKNOWN_REQUEST,
                    "nobody waits for an answer to request " + outcome.requestId());
            return;
        }
        if (!exchange.jobId().equals(outcome.jobId())) {
            Way used = exchange.way();
            String detail =
                    "expected an answer of job %s, got one of job %s"
                            .formatted(exchange.jobId(), outcome.jobId());
            if (used != null) {
                close(used, AnswerFault.WRONG_JOB, detail);
            }
            return;
        }
        if (nanos.getAsLong() - exchange.deadline() >= 0) {
            exchange.ring();
            // Any other answer is what the cancel asked for.
            if (outcome.status() == ExecutionOutcome.Status.SUCCESS) {
                ears.faulty(AnswerFault.LATE, "request " + outcome.requestId());
            }
        }
        inFlight.remove(outcome.requestId());
        ears.answered();
        CallResult result = CallResult.of(outcome);
        if (result instanceof CallResult.ProtocolError refusal) {
            ears.faulty(refusal.fault(), refusal.detail());
        }
        exchange.settle(result);
    }

    /// Something came that is no answer. Whoever it names ends with it; if it names nobody, nothing on this way can be trusted.
    private void refuse(Way way, AnswerFault fault, @Nullable String requestId, String detail) {
        if (requestId == null || fault.treatment() == Treatment.CLOSE) {
            close(way, fault, detail);
            return;
        }
        ears.faulty(fault, detail);
        Exchange named = inFlight.remove(requestId);
        if (named != null) {
            named.settle(new CallResult.ProtocolError(fault, detail));
        }
    }

    /// Closes a way for what came on it.
    private void close(Way way, AnswerFault fault, String detail) {
        ears.faulty(fault, detail);
        List<Exchange> left = on(way);
        boolean isKnown = left.size() == 1;
        CallResult ending =
                fault == AnswerFault.OVERSIZED && isKnown
                        ? new CallResult.TooLarge(CallResult.What.ANSWER, detail)
                        : new CallResult.ProtocolError(fault, detail);
        left.forEach(exchange -> exchange.sentence(ending));
        lost(way, detail);
    }
}
