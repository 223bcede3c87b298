package dev.baton.executor;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// An executor that listens, and calls its handlers for whoever connects.
///
/// ```java
/// void main() {
///     System.exit(
///             Executor.builder()
///                     .handler("add", (args, context) -> args.get(0, int.class) + args.get(1, int.class))
///                     .run());
/// }
/// ```
public final class Executor implements AutoCloseable {
    /// Further ones wait to be accepted.
    static final int MOST_CONNECTIONS = 4_096;

    private static final Duration ACCEPT_PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private final Listener listener;
    private final CallDesk desk;
    private final Duration grace;
    private final Consumer<String> log;
    private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);

    Executor(Listener listener, CallDesk desk, Duration grace, Consumer<String> log) {
        this.listener = listener;
        this.desk = desk;
        this.grace = grace;
        this.log = log;
        Thread.ofVirtual().name("executor-accept").start(this::accept);
    }

    public static ExecutorBuilder builder() {
        return new ExecutorBuilder();
    }

    /// Where it listens, with the port that was chosen.
    public ExecutorAddress address() {
        return listener.address();
    }

    private void accept() {
        while (!stopping.get()) {
            room.acquireUninterruptibly();
            try {
                serve(listener.accept());
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException e) {
                room.release();
                log.accept("connection not accepted why=" + e.getMessage());
                LockSupport.parkNanos(ACCEPT_PAUSE.toNanos());
            }
        }
    }

    private void serve(SocketChannel channel) {
        var connection = new Connection(channel, desk, log);
        connections.add(connection);
        if (stopping.get()) {
            // Whoever stops may have looked before it was there.
            connection.close();
        }
        Thread.startVirtualThread(
                () -> {
                    try {
                        connection.run();
                    } finally {
                        connections.remove(connection);
                        room.release();
                    }
                });
    }

    /// Waits until it has stopped, whoever stopped it.
    public void awaitStopped() throws InterruptedException {
        stopped.await();
    }

    /// Stops: takes neither connections nor calls, lets those that are executed end within the grace, interrupts the rest, answers all,
    /// and returns when that is done.
    @Override
    public void close() {
        try {
            if (stopping.compareAndSet(false, true)) {
                stop();
            } else {
                stopped.await();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() throws InterruptedException {
        try {
            listener.close();
        } catch (IOException e) {
            log.accept("socket not removed why=" + e.getMessage());
        }
        try {
            desk.stop(grace);
            long end = System.nanoTime() + LAST_ANSWERS.toNanos();
            for (Connection connection : connections) {
                connection.drain(Duration.ofNanos(end - System.nanoTime()));
            }
        } finally {
            connections.forEach(Connection::close);
            desk.close();
            stopped.countDown();
        }
    }
}
