package dev.baton.runner.link;

import dev.baton.core.Backoff;
import dev.baton.core.Capabilities;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.lease.Line;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Stays connected: with a lease stream, or with the HTTP API where there is something that lets no WebSocket through.
/// After each break it connects again, later and later, and names the leases that the runner holds. With several orchestrators it goes on to
/// the next after each break.
public final class Link implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Link.class);

    /// How long to wait when each orchestrator has failed so many times.
    public static final Backoff PAUSE =
            new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(3), 0.5);

    /// A stream that breaks sooner did not work.
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(5);

    private static final int FAILED_STREAMS_BEFORE_POLLING = 3;

    /// A token that was good may be exchanged for another one by then.
    private static final Duration REFUSED_TOKEN_GRACE = Duration.ofMinutes(1);

    private static final Duration POLL_BEFORE_NEXT_STREAM = Duration.ofSeconds(60);

    private final Calls calls;
    private final Self self;
    private final Capabilities capabilities;
    private final LeaseKeeper keeper;
    private final Hears hears;
    private final LongSupplier nanoClock;
    private final Thread thread;
    private int failures;
    private boolean wasConnected;

    /// Since when all orchestrators refuse the token, by the monotonic clock, and how often in a row.
    private long refusedSince;

    private int refusals;
    private int failedStreams;
    private @Nullable Line open;
    private boolean renewing;
    private boolean closed;

    public Link(
            Calls calls,
            Self self,
            Capabilities capabilities,
            LeaseKeeper keeper,
            Hears hears,
            LongSupplier nanoClock) {
        this.calls = calls;
        this.self = self;
        this.capabilities = capabilities;
        this.keeper = keeper;
        this.hears = hears;
        this.nanoClock = nanoClock;
        thread = Thread.ofVirtual().name("link").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Connects anew. What was wanted before is forgotten by that.
    public synchronized void renew() {
        renewing = true;
        notifyAll();
        if (open != null) {
            open.giveUp("connecting anew");
        }
    }

    private synchronized void renewed() {
        renewing = false;
    }

    private void run() {
        try {
            while (!isClosed()) {
                connect();
                pause();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("link failed", e);
        }
    }

    private void connect() throws InterruptedException {
        renewed();
        URI server = calls.server();
        try {
            if (failedStreams < FAILED_STREAMS_BEFORE_POLLING) {
                stream(server);
            } else {
                poll();
            }
        } catch (LinkException e) {
            failures++;
            if (e.kind() == LinkException.Kind.NO_STREAM) {
                failedStreams++;
            }
            calls.abandon(server);
            // The first, and then less and less often.
            if (Integer.bitCount(failures) == 1) {
                report(server, e);
            }
            countRefusals(server, e);
        } finally {
            keeper.disconnected();
            hears.disconnected();
        }
    }

    private void report(URI server, LinkException e) {
        if (e.kind() == LinkException.Kind.TOKEN_REFUSED) {
            log.warn(
                    "orchestrator refused the token server={} failures={} cause={}",
                    server,
                    failures,
                    e.getMessage());
        } else {
            log.warn(
                    "orchestrator was not reached server={} kind={} failures={} cause={}",
                    server,
                    e.kind(),
                    failures,
                    e.getMessage());
        }
    }

    /// A token that no orchestrator ever took is wrong, and one that was taken and is refused for a while is worth nothing any more.
    private void countRefusals(URI server, LinkException e) {
        if (e.kind() != LinkException.Kind.TOKEN_REFUSED) {
            refusals = 0;
            return;
        }
        long now = nanoClock.getAsLong();
        if (refusals++ == 0) {
            refusedSince = now;
        }
        boolean byAll = refusals >= calls.servers();
        if (byAll && (!wasConnected || now - refusedSince > REFUSED_TOKEN_GRACE.toNanos())) {
            hears.tokenRefused("%s refused the token (%s)".formatted(server, e.getMessage()));
        }
    }

    private void stream(URI server) throws LinkException, InterruptedException {
        try (var line = StreamLine.open(calls, server, self, hears)) {
            if (!opened(line)) {
                return;
            }
            List<LeaseId> named = keeper.held();
            long sentAt = nanoClock.getAsLong();
            List<OrchestratorMessage> told = line.attach(capabilities, keeper.capacity(), named);
            Correspondence.resume(keeper, hears, named, sentAt, told);
            wasConnected = true;
            refusals = 0;
            log.info("connected stream=true server={} leases={}", server, named.size());
            keeper.connected(line);
            String why = line.awaitEnd();
            boolean early = nanoClock.getAsLong() - sentAt < SHORTEST_LIFE.toNanos();
            failedStreams = early && !isExpected() ? failedStreams + 1 : 0;
            failures = early ? failures + 1 : 0;
            if (!isExpected()) {
                log.warn("stream ended server={} cause={}", server, why);
                calls.abandon(server);
            }
        }
    }

    private void poll() throws InterruptedException {
        try (var line = new PollLine(calls, self, capabilities, hears)) {
            if (opened(line)) {
                wasConnected = true;
                refusals = 0;
                log.info("connected stream=false server={}", calls.server());
                keeper.connected(line);
                line.awaitEnd(POLL_BEFORE_NEXT_STREAM);
            }
        }
        failures = 0;
        // One more stream that fails, and it is polling again.
        failedStreams = FAILED_STREAMS_BEFORE_POLLING - 1;
    }

    private synchronized boolean opened(Line line) {
        open = line;
        return !closed && !renewing;
    }

    private synchronized boolean isExpected() {
        return closed || renewing;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /// A wish to connect anew is followed at once, but only once: the attempt after it waits like any other.
    private synchronized void pause() throws InterruptedException {
        if (renewing || failures == 0) {
            return;
        }
        int rounds = 1 + (failures - 1) / calls.servers();
        long pause = PAUSE.delay(rounds, ThreadLocalRandom.current().nextLong()).toNanos();
        long until = System.nanoTime() + pause;
        for (long left = pause;
                left > 0 && !closed && !renewing;
                left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /// Ends the connection, and waits until it has ended.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
            if (open != null) {
                open.close();
            }
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
