package dev.baton.runner.log;

import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.link.Calls;
import dev.baton.runner.link.Reply;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/// Carries the log of a lease to the orchestrator, and seals it there when it is complete. Its thread is the
/// one that calls [#run].
///
/// What was sent and not answered is sent again: the orchestrator knows which bytes it has, and says where to go on.
public final class LogShipper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(LogShipper.class);

    /// Between two pieces, so that a chatty job makes few requests.
    private static final Duration GATHER = Duration.ofMillis(50);

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);

    /// How long the end of a log is worth waiting for, when the work is over and the lease holds.
    public static final Duration LONGEST_END = Duration.ofMinutes(5);

    private static final int MOST_PIECE_BYTES = 512 << 10;
    private static final int LEAST_PIECE_BYTES = 4 << 10;
    private static final int MOST_REPLY_BYTES = 64 << 10;

    private final Calls calls;
    private final HeldLease lease;
    private final LogFile source;
    private final MessageDigest digest = sha256();
    private int pieceBytes = MOST_PIECE_BYTES;
    private long sent;
    private long digested;
    private boolean grown = true;
    private boolean done;

    public LogShipper(Calls calls, HeldLease lease, LogFile source) {
        this.calls = calls;
        this.lease = lease;
        this.source = source;
        // Of a log that is complete most is there already: ask first.
        sent = source.isEnded() ? source.written() : 0;
        source.onGrowth(this::wake);
    }

    /// Ships until the log is complete and sealed, or there is no more use in it.
    @Override
    public void run() {
        try {
            ship();
        } catch (IOException e) {
            log.warn("log could not be read and is not complete cause={}", e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                done = true;
                notifyAll();
            }
        }
    }

    /// Waits until [#run] is done, for as long as the lease is there and somebody may still want the log.
    public synchronized void awaitDone(Duration longest) throws InterruptedException {
        long until = System.nanoTime() + longest.toNanos();
        while (!done && !lease.isSettled()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                log.warn("log was not delivered in time and is not complete");
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LONGEST_RETRY.toNanos()));
        }
    }

    private void ship() throws IOException, InterruptedException {
        int failures = 0;
        while (lease.awaitAcknowledged()) {
            boolean last = source.isEnded();
            long written = source.written();
            if (sent == written && !last) {
                awaitGrowth();
                continue;
            }
            Result result = lease.holds() ? send(written, last) : Result.LATER;
            switch (result) {
                case OVER -> {
                    return;
                }
                case SENT -> {
                    failures = 0;
                    lease.setLogBytesSent(sent);
                    pauseUnlessEnded();
                }
                case LATER -> pause(failures++);
            }
        }
    }

    private enum Result {
        SENT,
        LATER,
        OVER
    }

    private Result send(long written, boolean last) throws IOException, InterruptedException {
        int length = (int) Math.min(written - sent, pieceBytes);
        byte[] piece = new byte[length];
        if (length > 0) {
            length = source.read(sent, piece, length);
        }
        boolean end = last && sent + length == written;
        var request = calls.request("/v1/runner/log", lease.id(), LONGEST_REQUEST);
        String range = length == 0 ? "*" : sent + "-" + (sent + length - 1);
        request.header("Content-Range", "bytes %s/%s".formatted(range, end ? written : "*"));
        if (end) {
            request.header("Repr-Digest", digestOf(written));
        }
        request.method("PATCH", Calls.body(piece, length));
        Reply reply;
        try {
            reply = calls.send(request, MOST_REPLY_BYTES);
        } catch (IOException e) {
            log.debug("piece of log was not delivered cause={}", e.toString());
            return Result.LATER;
        }
        if (reply.isSuccess()) {
            sent += length;
            return end ? Result.OVER : Result.SENT;
        }
        return refused(reply);
    }

    private Result refused(Reply reply) {
        switch (reply.code()) {
            case "WRONG_OFFSET" -> {
                long offset = reply.offset().orElse(sent);
                if (offset == sent || offset > source.written()) {
                    log.warn("log goes on where it cannot offset={} sent={}", offset, sent);
                    return Result.OVER;
                }
                sent = offset;
                return Result.SENT;
            }
            case "TOO_LARGE" -> {
                if (pieceBytes > LEAST_PIECE_BYTES) {
                    pieceBytes /= 2;
                    return Result.LATER;
                }
            }
            case "LOG_SEALED", "StaleLease" -> {
                return Result.OVER;
            }
            default -> {
                if (reply.isForNow() || reply.status() == 401 || reply.status() == 403) {
                    log.debug("piece of log was not taken problem={}", reply.problem());
                    return Result.LATER;
                }
            }
        }
        log.warn("log is not complete problem={}", reply.problem());
        return Result.OVER;
    }

    /// The digest of the whole log, made as it is needed: most of it while the job still ran.
    private String digestOf(long length) throws IOException {
        byte[] buffer = new byte[64 << 10];
        while (digested < length) {
            int most = (int) Math.min(buffer.length, length - digested);
            int count = source.read(digested, buffer, most);
            digest.update(buffer, 0, count);
            digested += count;
        }
        try {
            byte[] value = ((MessageDigest) digest.clone()).digest();
            return "sha-256=:%s:".formatted(Base64.getEncoder().encodeToString(value));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 cannot be copied", e);
        }
    }

    private synchronized void wake() {
        grown = true;
        notifyAll();
    }

    private void awaitGrowth() throws InterruptedException {
        boolean partials = source.hasPartials();
        synchronized (this) {
            if (!grown) {
                long longest = (partials ? JobLog.PARTIAL_LINE : LONGEST_RETRY).toNanos();
                TimeUnit.NANOSECONDS.timedWait(this, longest);
            }
            grown = false;
        }
        source.flushPartials();
    }

    private void pauseUnlessEnded() throws InterruptedException {
        long until = System.nanoTime() + GATHER.toNanos();
        while (!source.isEnded()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            synchronized (this) {
                grown = false;
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
    }

    private synchronized void pause(int failures) throws InterruptedException {
        long pause =
                Math.min(LONGEST_RETRY.toNanos(), FIRST_RETRY.toNanos() << Math.min(failures, 10));
        TimeUnit.NANOSECONDS.timedWait(this, pause);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
