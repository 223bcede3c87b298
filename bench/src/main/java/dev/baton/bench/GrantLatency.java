package dev.baton.bench;

import dev.baton.bench.wire.Heard;
import dev.baton.bench.wire.HeardFrame;
import dev.baton.bench.wire.HttpLine;
import dev.baton.bench.wire.SaidFrame;
import dev.baton.bench.wire.StreamLine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// From the submission of a job to its lease, where the queue is empty and one runner waits. One thread plays both
/// sides, so that none of its own wake-ups is measured.
final class GrantLatency {
    private static final int SAMPLES = 2_000;
    private static final int FEWEST_SAMPLES = 200;

    /// Enough for the JIT compiler of an orchestrator that has done nothing else.
    private static final int WARM_UP = 15_000;

    private static final int BUFFER_BYTES = 16 << 10;
    private static final double MILLI = 1e6;

    /// Lets the orchestrator come to rest, so that the queue is idle indeed.
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    private static final byte[] RUN = JobShape.PLAIN.run(1).getBytes(StandardCharsets.UTF_8);

    private final HttpLine user;
    private final StreamLine runner;
    private final SaidFrame said = new SaidFrame("idle");

    private GrantLatency(HttpLine user, StreamLine runner) throws IOException {
        this.user = user;
        this.runner = runner;
        runner.send(said.attach().want(1).take());
        hear("Attached");
    }

    /// Measures with one stream and one HTTP connection, on an orchestrator and a database that have nothing else to do:
    /// not even to clean up after a drain.
    ///
    /// @param jobs how much is being measured elsewhere: with little, little is measured here too
    static void measure(Bench bench, int jobs, Figures figures) throws IOException {
        long[] samples = new long[Math.clamp(jobs / 10, FEWEST_SAMPLES, SAMPLES)];
        try (Rig rig = bench.rig("idle");
                var user = new HttpLine(rig.server(), rig.userToken());
                var runner = new StreamLine(rig.server(), rig.runnerToken(), BUFFER_BYTES)) {
            var latency = new GrantLatency(user, runner);
            for (int i = 0; i < Math.min(WARM_UP, jobs / 4); i++) {
                latency.sample();
            }
            for (int i = 0; i < samples.length; i++) {
                samples[i] = latency.sample();
            }
        }
        double median = Rates.percentile(samples, 0.5) / MILLI;
        double tail = Rates.percentile(samples, 0.99) / MILLI;
        bench.say("idle: submit to granted p50 %.2f ms, p99 %.2f ms", median, tail);
        figures.add("grant_p50_ms", "submit to granted when idle, p50 ms", median);
        figures.add("grant_p99_ms", "submit to granted when idle, p99 ms", tail);
    }

    /// One job from its submission to its end.
    ///
    /// @return the time until it was granted
    private long sample() throws IOException {
        LockSupport.parkNanos(PAUSE_NANOS);
        long start = System.nanoTime();
        user.send("/v1/runs", RUN);
        Heard granted = hear("LeaseGranted");
        long nanos = System.nanoTime() - start;
        var answer = user.receive();
        if (answer.status() != 201 || granted.jobId() == null || granted.leaseId() == null) {
            throw new BenchException("expected a run and its lease, got " + answer.text());
        }
        runner.send(said.finish(granted.jobId(), granted.leaseId()).want(1).take());
        Heard ack = hear("CompleteAck");
        if (!ack.accepted()) {
            throw new BenchException("a Complete was not accepted");
        }
        return nanos;
    }

    /// Waits for the frame with a message of this type.
    private Heard hear(String type) throws IOException {
        while (true) {
            List<Heard> frame = new ArrayList<>();
            HeardFrame.read(runner.message(), runner.receive(), frame::add);
            for (Heard message : frame) {
                if (message.type().equals(type)) {
                    return message;
                }
                if (!message.type().equals("LeaseAcked")) {
                    throw new BenchException(
                            "expected %s, heard %s".formatted(type, message.type()));
                }
            }
        }
    }
}
