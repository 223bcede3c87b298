package dev.baton.runner.job;

import dev.baton.executor.pool.CallOutput;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.log.JobLog;
import dev.baton.runner.log.LogShipper;
import dev.baton.runner.log.SecretMask;
import dev.baton.sandbox.Output.Source;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The log of a function call: what its handler prints, on its way to the orchestrator. A call that prints nothing has none.
///
/// It is kept in a file that loses its name at once, and so is gone with the process. Any thread may call it.
final class CallLog implements CallOutput {
    private static final Logger log = LoggerFactory.getLogger(CallLog.class);

    /// Of one call. Of what is printed beyond it only the end is kept.
    static final long MAX_BYTES = 4L << 20;

    /// The log of a call that is over by then is sent in one request.
    private static final Duration GATHER = Duration.ofMillis(100);

    private final Workshop shop;
    private final LeaseGranted granted;
    private final HeldLease lease;
    private SecretMask mask = SecretMask.NONE;
    private boolean isClosed;
    private @Nullable Kept kept;

    /// A log that something was written to.
    private record Kept(JobLog file, LogShipper shipper, CountDownLatch ended) {}

    CallLog(Workshop shop, LeaseGranted granted, HeldLease lease) {
        this.shop = shop;
        this.granted = granted;
        this.lease = lease;
    }

    /// Says what is not to be seen, before anything is printed.
    synchronized void hide(SecretMask secrets) {
        mask = secrets;
    }

    @Override
    public synchronized void printed(Source source, byte[] bytes, int offset, int length) {
        if (isClosed) {
            return;
        }
        try {
            Kept open = kept == null ? open() : kept;
            byte[] piece = offset == 0 ? bytes : Arrays.copyOfRange(bytes, offset, offset + length);
            open.file.printed(source, piece, length);
        } catch (IOException | UncheckedIOException e) {
            // The call is not to blame, and goes on. So does what others of its process print.
            isClosed = true;
            log.warn(
                    "log of a call cannot be kept job={} epoch={} cause={}",
                    granted.jobId(),
                    granted.epoch(),
                    e.toString());
        }
    }

    private Kept open() throws IOException {
        Path path =
                shop.place()
                        .work()
                        .resolve("call-%s-%d.log".formatted(granted.jobId(), granted.epoch()));
        var file =
                new JobLog(
                        path,
                        Math.min(shop.terms().logBytes(), MAX_BYTES),
                        mask,
                        shop.clocks().wall(),
                        shop.clocks().nanos());
        var opened =
                new Kept(file, new LogShipper(shop.calls(), lease, file), new CountDownLatch(1));
        kept = opened;
        Files.delete(path);
        Thread.ofVirtual().name("log-of-" + granted.jobId()).start(() -> ship(opened));
        return opened;
    }

    private static void ship(Kept opened) {
        try {
            var _ = opened.ended.await(GATHER.toNanos(), TimeUnit.NANOSECONDS);
            opened.shipper.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing more is printed. Waits until the log has arrived, for as long as the lease is there, and forgets it.
    ///
    /// @param longest how long that may take
    void end(Duration longest) throws InterruptedException {
        Kept opened = close();
        if (opened == null) {
            return;
        }
        try (JobLog file = opened.file) {
            file.end();
            opened.ended.countDown();
            if (longest.isPositive()) {
                opened.shipper.awaitDone(longest);
            }
        }
    }

    private synchronized @Nullable Kept close() {
        isClosed = true;
        return kept;
    }
}
