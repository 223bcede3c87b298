package dev.baton.runner.link;

import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Puts a new token into use once the orchestrator has accepted it. Until then, and if it is refused, the old one stays in use.
public final class TokenExchange implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TokenExchange.class);
    private static final Duration MAX_ANSWER_TIME = Duration.ofSeconds(10);
    private static final int MAX_ANSWER_BYTES = 64 << 10;

    private final Calls calls;
    private final RunnerId runner;
    private final Runnable accepted;

    // Guarded by this: the newest token, until it is known what the orchestrator thinks of it.
    private @Nullable String offered;
    private boolean asking;
    private boolean closed;

    /// @param accepted called after a new token is in use
    public TokenExchange(Calls calls, RunnerId runner, Runnable accepted) {
        this.calls = calls;
        this.runner = runner;
        this.accepted = accepted;
    }

    /// Asks the orchestrator about this token, in the background. It replaces one that is being asked about.
    public synchronized void offer(String token) {
        offered = token;
        notifyAll();
        if (!asking && !closed) {
            asking = true;
            Thread.ofVirtual().name("token-exchange").start(this::run);
        }
    }

    private void run() {
        try {
            int failures = 0;
            for (String token; (token = next()) != null; ) {
                switch (ask(token)) {
                    case ACCEPTED -> {
                        calls.useToken(token);
                        settled(token);
                        log.info("new token is in use");
                        accepted.run();
                    }
                    case REFUSED -> settled(token);
                    case UNKNOWN -> pause(token, ++failures);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private enum Verdict {
        ACCEPTED,
        REFUSED,
        UNKNOWN
    }

    /// A question without consequences that only the runner itself may ask.
    private Verdict ask(String token) throws InterruptedException {
        var path = "/v1/runner/termination?runner_id=" + runner.value();
        try {
            Reply reply =
                    calls.send(calls.request(path, MAX_ANSWER_TIME, token).GET(), MAX_ANSWER_BYTES);
            if (reply.status() == 401 || reply.status() == 403) {
                log.warn(
                        "new token was refused, the old one stays in use problem={}",
                        reply.problem());
                return Verdict.REFUSED;
            }
            return reply.isForNow() ? Verdict.UNKNOWN : Verdict.ACCEPTED;
        } catch (IOException e) {
            log.debug("new token could not be tried cause={}", e.toString());
            return Verdict.UNKNOWN;
        }
    }

    private synchronized @Nullable String next() {
        if (closed) {
            offered = null;
        }
        asking = offered != null;
        return offered;
    }

    private synchronized void settled(String token) {
        if (token.equals(offered)) {
            offered = null;
        }
    }

    private synchronized void pause(String token, int failures) throws InterruptedException {
        long left = Link.PAUSE.delay(failures, ThreadLocalRandom.current().nextLong()).toNanos();
        long until = System.nanoTime() + left;
        while (left > 0 && !closed && token.equals(offered)) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
