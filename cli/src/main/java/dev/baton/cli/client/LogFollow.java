package dev.baton.cli.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The log of one lease of a job, every byte once, until nobody can write to it any more.
///
/// A broken connection goes on at the next byte. The end of an answer is not the end of the log: an orchestrator that
/// is being stopped ends it too. Only bytes that were asked for after the lease was over are known to be the last.
public final class LogFollow {
    /// A job may print nothing for hours; a connection may be dead without a word. So it is asked again now and then.
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration WAIT_FOR_END = Duration.ofMillis(250);
    private static final int BUFFER_BYTES = 64 << 10;

    private final Remote remote;
    private final String path;
    private final Sink sink;
    private final CountDownLatch over = new CountDownLatch(1);
    private long offset;

    /// Where the bytes go.
    public interface Sink {
        void bytes(byte[] buffer, int length) throws IOException;
    }

    public LogFollow(Remote remote, String job, int epoch, Sink sink) {
        this.remote = remote;
        path = "/v1/jobs/%s/log?epoch=%d".formatted(job, epoch);
        this.sink = sink;
    }

    /// The lease has ended: what is in the log now is all. Any thread may say so.
    public void leaseEnded() {
        over.countDown();
    }

    /// Follows to the end.
    ///
    /// @throws IOException a [ClientException], or what the sink threw
    public void follow() throws IOException, InterruptedException {
        var patience = new Patience();
        while (over.getCount() > 0) {
            try {
                read("&follow=true", patience);
                patience.restore();
                if (over.await(WAIT_FOR_END.toMillis(), TimeUnit.MILLISECONDS)) {
                    break;
                }
            } catch (ClientException e) {
                patience.pauseAfter(e);
            }
        }
        while (true) {
            try {
                read("", patience);
                return;
            } catch (ClientException e) {
                patience.pauseAfter(e);
            }
        }
    }

    private void read(String how, Patience patience) throws IOException {
        long from = offset;
        try (var answer =
                remote.open("%s&offset=%d%s".formatted(path, from, how), Map.of(), SILENCE)) {
            var buffer = new byte[BUFFER_BYTES];
            for (int read; (read = received(answer, buffer)) >= 0; ) {
                patience.restore();
                sink.bytes(buffer, read);
                offset += read;
            }
            if (answer.length() >= 0 && offset - from < answer.length()) {
                throw ClientException.broken("the answer ended early");
            }
        }
    }

    /// Only what fails here is the connection's fault, and not the sink's.
    private static int received(Remote.Answer answer, byte[] buffer) throws ClientException {
        try {
            return answer.read(buffer);
        } catch (IOException e) {
            throw ClientException.broken("the connection broke: " + e.getMessage());
        }
    }
}
