package dev.baton.executor.pool;

import dev.baton.executor.pool.PoolCounts.Event;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.sandbox.Exit;
import dev.baton.sandbox.Running;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// One process of an executor, from its start to its end, and the talk with it. Any thread may call it.
final class ExecutorProcess implements Callee, Talk.Ears {
    private static final Logger log = LoggerFactory.getLogger(ExecutorProcess.class);

    /// So often we say what is wrong with the answers of one process; all are counted.
    private static final int MOST_SAID = 20;

    private static final Duration LOOK = Duration.ofDays(1);

    private final String executor;
    private final Running running;
    private final Address address;
    private final Surroundings surroundings;
    private final Dialogue dialogue;
    private final AtomicReference<@Nullable Sentence> sentence = new AtomicReference<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger faults = new AtomicInteger();
    private volatile boolean hasAnswered;

    /// Why it has to go.
    ///
    /// @param culprit the call that did not stop or was not read, if that is why
    private record Sentence(String reason, @Nullable Exchange culprit) {}

    /// What the processes of an executor share.
    ///
    /// @param recovered called when a process answers its first call; must not block
    record Surroundings(RequestIds ids, PoolCounts counts, Runnable recovered) {}

    /// @param isShared whether all calls travel on one connection
    ExecutorProcess(
            String executor,
            Running running,
            Address address,
            boolean isShared,
            Surroundings surroundings) {
        this.executor = executor;
        this.running = running;
        this.address = address;
        this.surroundings = surroundings;
        this.dialogue =
                new Dialogue(
                        executor + "-" + running.pid(), address, isShared, this, running::catchUp);
    }

    String executor() {
        return executor;
    }

    long pid() {
        return running.pid();
    }

    Address address() {
        return address;
    }

    Dialogue dialogue() {
        return dialogue;
    }

    boolean hasAnswered() {
        return hasAnswered;
    }

    @Override
    public String title() {
        return "process %d of executor %s".formatted(pid(), executor);
    }

    @Override
    public boolean send(Exchange exchange) {
        return dialogue.send(exchange);
    }

    /// On a connection of its own.
    @Override
    public void cancel(Exchange exchange, boolean isHard) {
        surroundings.counts().happened(isHard ? Event.HARD_KILL_SENT : Event.CANCEL_SENT);
        byte[] frame =
                EnvelopeCodec.frame(
                        new CancelRequest(exchange.jobId(), exchange.requestId(), isHard));
        Thread.ofVirtual().name("executor-cancel").start(() -> say(frame));
    }

    private void say(byte[] frame) {
        try (SocketChannel channel = SocketChannel.open(address.socket())) {
            ByteBuffer bytes = ByteBuffer.wrap(frame);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            log.info(
                    "executor could not be told to cancel executor={} pid={} cause={}",
                    executor,
                    pid(),
                    e.toString());
        }
    }

    /// It has to go. The first one who says why is believed.
    void condemn(String reason) {
        condemn(new Sentence(reason, null));
    }

    @Override
    public void condemnFor(Exchange culprit, String reason) {
        condemn(new Sentence(reason, culprit));
    }

    private void condemn(Sentence said) {
        if (sentence.compareAndSet(null, said)) {
            over.countDown();
        }
    }

    /// Stays until its main process has ended.
    void awaitEnd() {
        try {
            while (exit(LOOK).isEmpty()) {
                // It works.
            }
            over.countDown();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// How its main process ended, if it has in this time.
    Optional<Exit> exit(Duration longest) throws InterruptedException {
        return running.await(longest);
    }

    /// Waits until it has ended, or has to.
    void awaitOver() throws InterruptedException {
        over.await();
    }

    void awaitOver(Duration longest) throws InterruptedException {
        var _ = over.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /// Why it has to go; null if nobody says that it has to.
    @Nullable String condemned() {
        Sentence said = sentence.get();
        return said == null ? null : said.reason();
    }

    /// The call because of which it has to go; null if there is none.
    @Nullable Exchange culprit() {
        Sentence said = sentence.get();
        return said == null ? null : said.culprit();
    }

    @Override
    public void answered() {
        if (!hasAnswered) {
            hasAnswered = true;
            surroundings.recovered().run();
        }
    }

    @Override
    public void faulty(AnswerFault fault, String detail) {
        surroundings.counts().faulty(fault);
        if (fault == AnswerFault.LATE) {
            log.info(
                    "result came after the time of its call was over executor={} pid={} detail=\"{}\"",
                    executor,
                    pid(),
                    detail);
        } else if (faults.incrementAndGet() <= MOST_SAID) {
            log.warn(
                    "executor sent no good answer executor={} pid={} fault={} detail=\"{}\"",
                    executor,
                    pid(),
                    fault,
                    detail);
        }
    }

    @Override
    public void broken(String reason) {
        condemn(reason);
    }

    @Override
    public boolean isMade(String requestId) {
        return surroundings.ids().isMade(requestId);
    }
}
