package dev.baton.bench;

import dev.baton.bench.wire.Heard;
import dev.baton.bench.wire.HeardFrame;
import dev.baton.bench.wire.SaidFrame;
import dev.baton.bench.wire.StreamLine;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.LongStream;

/// A runner that finishes at once whatever it is granted: a frame of grants is answered by one frame that says of each
/// that it was taken on and done, and asks for as many again. One thread.
final class DrainRunner implements Runnable, AutoCloseable {
    private static final int BUFFER_BYTES = 256 << 10;

    private final StreamLine line;
    private final SaidFrame said;
    private final Drain drain;
    private final int capacity;
    private final boolean again;
    private final ArrayDeque<Granted> unanswered = new ArrayDeque<>();
    private long[] finished = new long[1_024];
    private int finishedCount;
    private int counted;
    private int outstanding;

    /// Requests add up, so the first must not be made twice: by the answer to the Attach, and by [#run].
    private boolean asking;

    /// @param lease the secret, which never leaves this class and the socket
    private record Granted(String lease, long job) {}

    /// Attaches, and asks for nothing yet.
    ///
    /// @param again whether to ask for more once everything asked for has come
    DrainRunner(URI server, String token, String name, Drain drain, int capacity, boolean again)
            throws IOException {
        this.drain = drain;
        this.capacity = capacity;
        this.again = again;
        said = new SaidFrame(name);
        line = new StreamLine(server, token, BUFFER_BYTES);
        line.send(said.attach().take());
        receive();
    }

    /// Drains until the stream is closed.
    @Override
    public void run() {
        try {
            asking = true;
            outstanding = capacity;
            line.send(said.want(capacity).take());
            while (!drain.isOver()) {
                receive();
            }
        } catch (IOException | RuntimeException e) {
            if (!drain.isOver()) {
                drain.failed(e);
            }
        }
    }

    /// What was finished, once [#run] is over.
    LongStream finished() {
        return Arrays.stream(finished, 0, finishedCount);
    }

    private void receive() throws IOException {
        int length = line.receive();
        counted = 0;
        HeardFrame.read(line.message(), length, this::hear);
        if (again && asking && outstanding == 0) {
            said.want(capacity);
            outstanding = capacity;
        }
        if (!said.isEmpty()) {
            line.send(said.take());
        }
        drain.finished(counted);
    }

    private void hear(Heard message) {
        switch (message.type()) {
            case "LeaseGranted" -> take(message);
            case "CompleteAck" -> finish(message);
            case "LeaseAcked", "Attached" -> {}
            default ->
                    throw new BenchException(
                            "expected grants and acknowledgements, got %s %s"
                                    .formatted(message.type(), message.complaint()));
        }
    }

    private void take(Heard granted) {
        String job = granted.jobId();
        String lease = granted.leaseId();
        if (job == null || lease == null) {
            throw new BenchException("a LeaseGranted without job_id or lease_id");
        }
        unanswered.add(new Granted(lease, JobNumber.of(job)));
        said.finish(job, lease);
        outstanding--;
    }

    /// Replies come in the order of what they reply to.
    private void finish(Heard ack) {
        Granted next = unanswered.poll();
        if (next == null || !next.lease().equals(ack.leaseId()) || !ack.accepted()) {
            throw new BenchException(
                    "a CompleteAck for another lease, or one that was not accepted");
        }
        if (finishedCount == finished.length) {
            finished = Arrays.copyOf(finished, 2 * finishedCount);
        }
        finished[finishedCount++] = next.job();
        if (drain.counts(next.job())) {
            counted++;
        }
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
