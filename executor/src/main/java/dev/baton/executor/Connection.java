package dev.baton.executor;

import dev.baton.core.Shown;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.ExecutorMessage;
import dev.baton.executor.wire.FrameReader;
import dev.baton.executor.wire.FrameWriter;
import dev.baton.executor.wire.WireCode;
import dev.baton.executor.wire.WireException;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One connection: its thread reads requests and cancels, and whoever has an outcome answers.
///
/// A caller that does not read its answers is in nobody's way but its own: this connection has no more unanswered requests than the
/// executor has slots, and a slot is free when its handler has ended, whether the answer could be written or not.
final class Connection implements AutoCloseable {
    private static final String NO_JOB = "";

    private final SocketChannel channel;
    private final CallDesk desk;
    private final Consumer<String> log;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final Semaphore unanswered;

    Connection(SocketChannel channel, CallDesk desk, Consumer<String> log) {
        this.channel = channel;
        this.desk = desk;
        this.log = log;
        this.reader = new FrameReader(Channels.newInputStream(channel));
        this.writer = new FrameWriter(Channels.newOutputStream(channel));
        this.unanswered = new Semaphore(desk.mostInFlight());
    }

    /// Reads until the caller is gone, or says something after which nothing can be read.
    void run() {
        try {
            for (byte[] payload = reader.next(); payload != null; payload = reader.next()) {
                take(payload);
            }
        } catch (WireException e) {
            log.accept("connection closed code=%s why=%s".formatted(e.code(), e.getMessage()));
        } catch (IOException _) {
            // The caller is gone, or we are stopping: there is nobody to tell.
        } finally {
            close();
            if (unanswered.availablePermits() < desk.mostInFlight()) {
                desk.callerGone(this);
            }
        }
    }

    private void take(byte[] payload) {
        ExecutorMessage message;
        try {
            message = EnvelopeCodec.decode(payload);
        } catch (WireException e) {
            refuse(e);
            return;
        }
        switch (message) {
            case ExecutionRequest request -> {
                unanswered.acquireUninterruptibly();
                desk.take(request, this);
            }
            case CancelRequest cancel -> desk.cancel(cancel);
            case ExecutionOutcome _ ->
                    throw new WireException(
                            WireCode.UNKNOWN_TYPE,
                            "type: expected request or cancel, got 'response'");
        }
    }

    /// Answers a bad request, if an answer can name it; a bad cancel has no answer, and is left alone.
    ///
    /// @throws WireException if it is not known what came
    private void refuse(WireException e) {
        String requestId = e.requestId();
        if (e.isOfCancel()) {
            log.accept("cancel ignored code=%s why=%s".formatted(e.code(), e.getMessage()));
        } else if (!e.isOfRequest() || requestId == null) {
            throw e;
        } else {
            unanswered.acquireUninterruptibly();
            if (desk.isInFlight(requestId)) {
                ignore("bad request repeated while another was executed", requestId);
            } else {
                String jobId = e.jobId();
                answer(
                        new ExecutionOutcome(
                                jobId == null ? NO_JOB : jobId,
                                requestId,
                                Status.ERROR,
                                null,
                                new ExecutionError(
                                        String.valueOf(e.getMessage()),
                                        ExecutionError.PROTOCOL_ERROR,
                                        e.code().name(),
                                        null),
                                null));
            }
        }
    }

    /// Answers a request. For a thread that nobody interrupts.
    void answer(ExecutionOutcome outcome) {
        try {
            writer.send(frame(outcome));
        } catch (IOException _) {
            // The caller is gone; the reader has noticed, or will.
        } finally {
            unanswered.release();
        }
    }

    /// Leaves a request without an answer of its own.
    void ignore(String why, String requestId) {
        unanswered.release();
        log.accept("%s request=%s".formatted(why, Shown.of(requestId)));
    }

    private static byte[] frame(ExecutionOutcome outcome) {
        try {
            return EnvelopeCodec.frame(outcome);
        } catch (WireException e) {
            return EnvelopeCodec.frame(
                    unsendable(
                            outcome,
                            ExecutionError.RESULT_TOO_LARGE,
                            String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            return EnvelopeCodec.frame(
                    unsendable(outcome, "result_not_json", e.getOriginalMessage()));
        }
    }

    private static ExecutionOutcome unsendable(
            ExecutionOutcome outcome, String type, String message) {
        return new ExecutionOutcome(
                outcome.jobId(),
                outcome.requestId(),
                Status.ERROR,
                null,
                new ExecutionError("the outcome cannot be sent: " + message, type),
                null);
    }

    /// Waits until all that was asked is answered, and closes.
    void drain(Duration time) throws InterruptedException {
        unanswered.tryAcquire(desk.mostInFlight(), time.toNanos(), TimeUnit.NANOSECONDS);
        close();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is of no use any more either way.
        }
    }
}
