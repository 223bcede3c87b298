package dev.baton.supervisor;

import dev.baton.core.Shown;
import dev.baton.worker.WorkerMessage;
import dev.baton.worker.WorkerMessage.ErrorReport;
import dev.baton.worker.WorkerMessage.Log;
import dev.baton.worker.WorkerMessage.Shutdown;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Does what a worker asks for, on a thread of its own: however long that takes, the worker's output goes on being read.
final class Voice implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Voice.class);
    private static final int MOST_WAITING = 1_000;
    private static final String TEXT = "textPayload";

    /// Answers to pings never come here.
    private static final WorkerMessage OVER = new WorkerMessage.Pong(-1);

    private final OurOutput output;
    private final Counts counts;
    private final Runnable shutdown;
    private final BlockingQueue<WorkerMessage> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread thread;

    /// @param shutdown what is done when a worker asks for the end of its machine
    Voice(OurOutput output, Counts counts, Runnable shutdown) {
        this.output = output;
        this.counts = counts;
        this.shutdown = shutdown;
        this.thread = Thread.ofPlatform().daemon().name("worker-voice").start(this::run);
    }

    /// Takes a message, if there is room for it. Never waits.
    void hear(WorkerMessage message) {
        if (!waiting.offer(message)) {
            counts.dropped();
        }
    }

    /// Waits until everything that was heard so far was acted on.
    void finish(Duration longest) throws InterruptedException {
        if (waiting.offer(OVER)) {
            thread.join(longest);
        }
    }

    private void run() {
        try {
            for (WorkerMessage next = waiting.take(); !next.equals(OVER); next = waiting.take()) {
                try {
                    act(next);
                } catch (RuntimeException e) {
                    log.error("worker's message could not be acted on", e);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void act(WorkerMessage message) {
        switch (message) {
            case Log(ObjectNode body) ->
                    output.printLine(
                            body.size() == 1 && body.path(TEXT).isString()
                                    ? body.path(TEXT).stringValue()
                                    : body.toString());
            case ErrorReport report ->
                    log.warn(
                            "worker reported an error kind=\"{}\" title=\"{}\" description=\"{}\" extra={}",
                            Shown.of(report.kind()),
                            Shown.of(report.title()),
                            Shown.of(report.description()),
                            Shown.of(report.extra().toString()));
            case Shutdown _ -> shutdown.run();
            case WorkerMessage.Hello _, WorkerMessage.Pong _ -> {}
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
