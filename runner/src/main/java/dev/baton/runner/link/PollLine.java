package dev.baton.runner.link;

import dev.baton.core.Capabilities;
import dev.baton.protocol.GrantedLeases;
import dev.baton.protocol.Limits;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.runner.lease.Letter;
import dev.baton.runner.lease.Line;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The HTTP API in place of a stream: a request for each message, and one that waits for the jobs that became wanted together.
final class PollLine implements Line {
    private static final Logger log = LoggerFactory.getLogger(PollLine.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    /// More is not asked for at once.
    private static final int MOST_AT_ONCE = 100;

    private final Calls calls;
    private final Self self;
    private final Capabilities capabilities;
    private final Hears hears;
    private final CountDownLatch ended = new CountDownLatch(1);

    PollLine(Calls calls, Self self, Capabilities capabilities, Hears hears) {
        this.calls = calls;
        this.self = self;
        this.capabilities = capabilities;
        this.hears = hears;
    }

    @Override
    public void send(List<Letter> letters) {
        for (Letter letter : letters) {
            Thread.ofVirtual().name("say").start(() -> say(letter));
        }
    }

    @Override
    public void want(@Nullable String only, int jobs) {
        Thread.ofVirtual().name("poll").start(() -> poll(only, jobs));
    }

    /// A poll that waits cannot be told to stop; the next line asks for what is wanted then.
    @Override
    public void withdraw(@Nullable String only) {
        giveUp("withdrawn");
    }

    @Override
    public boolean acknowledgesBeforehand() {
        return false;
    }

    @Override
    public void giveUp(String why) {
        ended.countDown();
    }

    /// Waits until the line was given up, or this time is over.
    void awaitEnd(Duration longest) throws InterruptedException {
        var _ = ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ended.countDown();
    }

    private void say(Letter letter) {
        ForLease message = letter.message();
        try {
            Reply reply =
                    calls.post(
                            path(message),
                            MessageCodec.RUNNER.write(message),
                            LONGEST_ANSWER,
                            Limits.MOST_MESSAGE_BYTES);
            if (reply.isSuccess() || reply.isStaleLease()) {
                OrchestratorMessage answer = MessageCodec.ORCHESTRATOR.read(reply.body());
                hears.heard(message.leaseId(), letter, answer);
            } else if (reply.isForNow() || reply.status() == 401 || reply.status() == 403) {
                log.warn("message was not taken for now problem={}", reply.problem());
                hears.undelivered(letter);
            } else {
                var refused = new Refused(message.leaseId(), reply.code(), reply.problem());
                hears.heard(message.leaseId(), letter, refused);
            }
        } catch (IOException | ProtocolException e) {
            log.debug("message was not delivered cause={}", e.toString());
            hears.undelivered(letter);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String path(ForLease message) {
        return switch (message) {
            case AckLease _ -> "/v1/runner/ack";
            case Heartbeat _ -> "/v1/runner/heartbeat";
            case Complete _ -> "/v1/runner/complete";
            case CancelAck _ -> "/v1/runner/cancel-ack";
            case ReleaseLease _ -> "/v1/runner/release";
        };
    }

    /// Asks until there are so many jobs, or the line has ended.
    private void poll(@Nullable String only, int jobs) {
        Capabilities offered = StreamLine.narrowed(capabilities, only);
        int left = jobs;
        try {
            while (ended.getCount() > 0 && left > 0) {
                int most = Math.min(left, MOST_AT_ONCE);
                left -=
                        poll(
                                new LeaseRequest(
                                        self.id(),
                                        offered,
                                        most,
                                        LONGEST_WAIT,
                                        false,
                                        self.instance()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private int poll(LeaseRequest request) throws InterruptedException {
        try {
            Reply reply =
                    calls.post(
                            "/v1/runner/lease",
                            MessageCodec.RUNNER.write(request),
                            LONGEST_WAIT.plus(LONGEST_ANSWER),
                            Limits.MOST_GRANTS_BYTES);
            if (reply.isSuccess()) {
                var leases = GrantedLeases.read(reply.body());
                leases.forEach(hears::granted);
                return leases.size();
            }
            log.warn("no jobs were given problem={}", reply.problem());
        } catch (IOException | ProtocolException e) {
            log.debug("no jobs were given cause={}", e.toString());
        }
        var _ = ended.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
        return 0;
    }
}
