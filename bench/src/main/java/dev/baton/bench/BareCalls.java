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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What an executor can do by itself: a loop that keeps so many requests in flight on one connection, and nothing around it.
final class BareCalls {
    private static final String SOCKET = "RRQ_EXECUTOR_SOCKET=";
    private static final int BUFFER = 64 << 10;

    private BareCalls() {}

    /// Calls the executor of a runner that has nothing to do: the very process that is measured with all of Baton around it.
    ///
    /// @return how many calls a second it answered, after as many that do not count
    static double perSecond(ProcessHandle up, int calls, int inFlight) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket(up)));
            call(channel, calls, inFlight);
            long start = System.nanoTime();
            call(channel, calls, inFlight);
            return Rates.perSecond(calls, System.nanoTime() - start);
        }
    }

    /// Where the executor listens, as it was told.
    private static Path socket(ProcessHandle up) {
        return up.descendants()
                .flatMap(process -> environment(process).stream())
                .filter(variable -> variable.startsWith(SOCKET))
                .map(variable -> Path.of(variable.substring(SOCKET.length())))
                .findFirst()
                .orElseThrow(
                        () ->
                                new BenchException(
                                        "expected an executor of this runner, but there is none"));
    }

    /// Empty if the process has ended meanwhile: some live for a moment only.
    private static List<String> environment(ProcessHandle process) {
        try {
            Path file = Path.of("/proc/%d/environ".formatted(process.pid()));
            return List.of(Files.readString(file).split("\0", -1));
        } catch (IOException _) {
            return List.of();
        }
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
