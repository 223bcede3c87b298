package dev.baton.bench;

import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.FrameReader;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What an executor can do by itself: a loop that keeps so many requests in flight on one connection, and nothing around it.
final class BareCalls {
    private static final Duration LONGEST_START = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int BUFFER = 64 << 10;
    private static final int ROUNDS = 3;

    private BareCalls() {}

    /// Starts the executor, and calls it.
    ///
    /// @return how many calls a second it answered, in the middle one of three rounds
    static double perSecond(List<String> command, Path directory, int calls, int inFlight)
            throws IOException, InterruptedException {
        Path socket = directory.resolve("bare.sock");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("RRQ_EXECUTOR_SOCKET", socket.toString());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process executor = builder.start();
        try (SocketChannel channel = connect(executor, socket)) {
            call(channel, calls, inFlight);
            var rates = new ArrayList<Double>();
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                call(channel, calls, inFlight);
                rates.add(Rates.perSecond(calls, System.nanoTime() - start));
            }
            return Rates.median(rates);
        } finally {
            executor.destroyForcibly().waitFor();
        }
    }

    private static SocketChannel connect(Process executor, Path socket)
            throws IOException, InterruptedException {
        long by = System.nanoTime() + LONGEST_START.toNanos();
        while (executor.isAlive() && System.nanoTime() - by < 0) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                return channel;
            } catch (IOException _) {
                channel.close();
                Thread.sleep(PAUSE);
            }
        }
        throw new BenchException(
                "expected an executor at %s, but nobody listens".formatted(socket));
    }

    private static void call(SocketChannel channel, int calls, int inFlight) throws IOException {
        var out = new BufferedOutputStream(Channels.newOutputStream(channel));
        var buffered = new BufferedInputStream(Channels.newInputStream(channel), BUFFER);
        var in = new FrameReader(buffered);
        int sent = 0;
        int answered = 0;
        while (answered < calls) {
            while (sent < calls && sent - answered < inFlight) {
                out.write(EnvelopeCodec.frame(request(sent++)));
            }
            out.flush();
            // All that has come is read before more is sent, so that requests go in bursts too.
            do {
                requireSuccess(in.next());
                answered++;
            } while (buffered.available() > 0);
        }
    }

    private static void requireSuccess(byte @Nullable [] frame) {
        if (frame == null) {
            throw new BenchException("expected an answer, but the executor hung up");
        }
        if (!(EnvelopeCodec.decode(frame) instanceof ExecutionOutcome outcome)
                || outcome.status() != ExecutionOutcome.Status.SUCCESS) {
            throw new BenchException("expected a success");
        }
    }

    private static ExecutionRequest request(int number) {
        String id = "job_" + number;
        return new ExecutionRequest(
                "request-" + number,
                id,
                "echo",
                "[%d]".formatted(number),
                "{}",
                new ExecutionRequest.Context(
                        id, 1, Instant.EPOCH, "default", null, Map.of(), "bench"));
    }
}
