package dev.baton.supervisor;

import dev.baton.core.Shown;
import dev.baton.sandbox.Box;
import dev.baton.sandbox.Conversing;
import dev.baton.sandbox.Exit;
import dev.baton.sandbox.Output;
import dev.baton.worker.Capability;
import dev.baton.worker.LineReader;
import dev.baton.worker.SupervisorMessage;
import dev.baton.worker.SupervisorMessage.Ping;
import dev.baton.worker.SupervisorTalk;
import dev.baton.worker.Verdict;
import dev.baton.worker.WorkerMessage;
import dev.baton.worker.WorkerMessage.Pong;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// One process of the worker, and the talk with it. Its output is read by threads of the sandbox; a thread of its own writes to it, for it
/// may not read. All else is for one thread.
final class WorkerLife implements Output, LineReader.Ears<WorkerMessage> {
    private static final Logger log = LoggerFactory.getLogger(WorkerLife.class);

    /// A worker that does not read gets no more than this on top of what a pipe holds.
    private static final int MOST_LETTERS = 100;

    private static final byte[] NO_MORE = new byte[0];

    private final SupervisorConfig.Protocol terms;
    private final SupervisorTalk talk;
    private final OurOutput output;
    private final Counts counts;
    private final Voice voice;
    private final LineReader<WorkerMessage> reader;
    private final BlockingQueue<byte[]> letters = new ArrayBlockingQueue<>(MOST_LETTERS);
    private final long startedAt = System.nanoTime();
    private @Nullable Conversing process;
    private boolean saidSilent;
    private long pingedAt = startedAt;
    private long pings;
    private volatile long pongs;

    WorkerLife(
            SupervisorConfig.Protocol terms,
            SupervisorTalk talk,
            OurOutput output,
            Counts counts,
            Voice voice) {
        this.terms = terms;
        this.talk = talk;
        this.output = output;
        this.counts = counts;
        this.voice = voice;
        this.reader = new LineReader<>(talk, this);
    }

    /// Starts it, and welcomes it at once.
    void start(Box box, SupervisorConfig.Worker worker) {
        tell(talk.welcome());
        Conversing started = box.converse(worker.command(), ".", this);
        process = started;
        Thread.ofPlatform().daemon().name("worker-input").start(() -> write(started.input()));
        log.info("worker started pid={} command={}", started.pid(), worker.command().getFirst());
    }

    long pid() {
        return process == null ? 0 : process.pid();
    }

    SupervisorTalk talk() {
        return talk;
    }

    Optional<Exit> await(Duration longest) throws InterruptedException {
        return process == null ? Optional.empty() : process.await(longest);
    }

    /// Says something, if the worker understands it.
    ///
    /// @return whether it will be said
    boolean tell(SupervisorMessage message) {
        Optional<byte[]> line = talk.line(message);
        if (line.isEmpty()) {
            return false;
        }
        boolean isTaken = letters.offer(line.get());
        if (!isTaken) {
            log.warn(
                    "worker does not read, message dropped type={}",
                    message.getClass().getSimpleName());
        }
        return isTaken;
    }

    /// Looks at the clock.
    ///
    /// @return whether the worker still gives signs of life, as far as it ever did
    boolean look(long now) {
        if (!saidSilent
                && now - startedAt > terms.helloTimeout().toNanos()
                && talk.helloIsOverdue()) {
            saidSilent = true;
            log.warn("worker said no hello, only signals are left within={}", terms.helloTimeout());
        }
        if (terms.pingInterval().isZero() || !talk.has(Capability.PING)) {
            return true;
        }
        boolean isOwing = pongs < pings;
        if (isOwing && now - pingedAt > terms.pingTimeout().toNanos()) {
            return false;
        }
        if (!isOwing && now - pingedAt > terms.pingInterval().toNanos()) {
            pingedAt = now;
            pings++;
            tell(new Ping(pings));
        }
        return true;
    }

    /// Everything that it printed was handed over.
    void over() {
        reader.end();
        counts.linesCut(reader.linesCut());
        letters.clear();
        letters.offer(NO_MORE);
    }

    @Override
    public void printed(Source source, byte[] bytes, int length) {
        switch (source) {
            case STDOUT -> reader.feed(bytes, 0, length);
            case STDERR -> output.printError(bytes, length);
        }
    }

    @Override
    public void text(byte[] bytes, int from, int to) {
        counts.text(bytes, from, to);
        output.print(bytes, from, to);
    }

    @Override
    public void heard(Verdict<WorkerMessage> verdict) {
        switch (verdict) {
            case Verdict.Act<WorkerMessage>(WorkerMessage message, String remark) -> {
                counts.message();
                if (remark != null) {
                    log.warn(
                            "worker said something odd type={} remark=\"{}\"",
                            message.getClass().getSimpleName(),
                            Shown.of(remark));
                }
                act(message);
            }
            case Verdict.Ignore<WorkerMessage>(Verdict.Cause cause, String type, String why) -> {
                counts.ignored(cause);
                log.warn(
                        "worker's message was ignored cause={} type={} why=\"{}\"",
                        cause,
                        Shown.of(type),
                        Shown.of(why));
            }
        }
    }

    private void act(WorkerMessage message) {
        switch (message) {
            case WorkerMessage.Hello _ ->
                    log.info("worker said hello standing={}", talk.standing());
            case Pong(long id) -> pongs = id;
            case WorkerMessage.Log _, WorkerMessage.ErrorReport _, WorkerMessage.Shutdown _ ->
                    voice.hear(message);
        }
    }

    private void write(OutputStream input) {
        try (input) {
            for (byte[] letter = letters.take(); letter.length > 0; letter = letters.take()) {
                input.write(letter);
                input.flush();
            }
        } catch (IOException e) {
            log.info("worker does not listen cause={}", e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
