package dev.baton.cli;

import dev.baton.cli.Api.Answer;

import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// What the runners of one test have in common: where the orchestrators are, and what they heard from them.
final class Fleet {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FIRST_TO_RETRY = 429;

    private final List<URI> servers;
    private final String token;
    private final Queue<Ack> acks = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> held = new LinkedBlockingQueue<>();
    private final CountDownLatch midway;
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final int untilHalt;

    /// A CompleteAck that a runner has seen.
    ///
    /// @param finalStatus empty if the job is tried again
    record Ack(String job, int epoch, String runner, String finalStatus) {}

    /// @param untilMidway how many acks it takes for [#awaitMidway] to return
    Fleet(List<URI> servers, String token, int untilMidway) {
        this.servers = List.copyOf(servers);
        this.token = token;
        midway = new CountDownLatch(untilMidway);
        untilHalt = 2 * untilMidway;
    }

    /// The orchestrator to turn to after so many moves.
    Api server(int moves) {
        return new Api(servers.get(Math.floorMod(moves, servers.size())), token);
    }

    /// Asks one orchestrator after the other until one answers.
    ///
    /// @param first where to begin
    Answer ask(int first, Function<Api, Answer> request) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int i = first; System.nanoTime() < deadline; i++) {
            try {
                Answer answer = request.apply(server(i));
                if (answer.status() < FIRST_TO_RETRY) {
                    return answer;
                }
            } catch (UncheckedIOException gone) {
                // the other one may be there
            }
            pause(Duration.ofMillis(20));
        }
        throw new AssertionError("no orchestrator answered for " + PATIENCE);
    }

    void saw(Ack ack) {
        acks.add(ack);
        midway.countDown();
        if (acks.size() >= untilHalt) {
            haltUntilToldToGoOn();
        }
    }

    /// Whoever waits for midway may be slow to wake up: it must not find that all is done.
    private void haltUntilToldToGoOn() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What was to be done midway is done.
    void goOn() {
        goOn.countDown();
    }

    List<Ack> acks() {
        return List.copyOf(acks);
    }

    /// A runner works on a job that does not end by itself.
    void holds(String job) {
        held.add(job);
    }

    BlockingQueue<String> held() {
        return held;
    }

    boolean awaitMidway(Duration longest) throws InterruptedException {
        return midway.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    void end() {
        goOn.countDown();
        over.countDown();
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /// Lets time pass between two beats or tries, and none once all is over.
    void pause(Duration longest) {
        try {
            over.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
