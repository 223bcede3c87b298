package dev.baton.sandbox;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;

/// Hands over what one command prints to one source. Has a thread to itself, which waits in the kernel. Other threads may [catch up][#catchUp]:
/// what is read is handed over under a lock, so that it stays in order.
///
/// When the command ends, what is in the pipe by then was printed by it, or before it ended: this is handed over, and then
/// [Running#await] may return. A process that it left in the background may hold the pipe for longer. It is listened to until
/// there is nobody left to print, or until everything in the box was killed; a process outside, to which the pipe was
/// passed on, is not waited for.
final class Pump implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Pump.class);

    /// As much as a pipe holds.
    private static final int CHUNK_BYTES = 64 << 10;

    private static final int NONE = -1;

    private final Command command;
    private final Output.Source source;
    private final int pipe;
    private final int quiet;
    private final Output output;

    /// Fair: a command that prints without end must not keep others from catching up.
    private final ReentrantLock lock = new ReentrantLock(true);

    private final byte[] bytes = new byte[CHUNK_BYTES];
    private boolean isAtEnd;
    private boolean isRefused;
    private boolean isClosed;

    /// Whether another thread may have taken what the pump was woken for.
    private boolean isCaughtUp;

    Pump(Command command, Output.Source source, int pipe, int quiet, Output output) {
        this.command = command;
        this.source = source;
        this.pipe = pipe;
        this.quiet = quiet;
        this.output = output;
    }

    @Override
    public void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(CHUNK_BYTES);
            pumpUntil(command.pidfd(), buffer);
            command.reap();
            command.handedOver();
            pumpUntil(quiet, buffer);
        } finally {
            close();
            command.pumpEnded();
        }
    }

    private void close() {
        lock.lock();
        try {
            isClosed = true;
            Kernel.close(pipe);
        } finally {
            lock.unlock();
        }
    }

    /// Hands over what is there now, on this thread.
    void catchUp() {
        lock.lock();
        try {
            int pending = isClosed || isAtEnd ? 0 : Kernel.pending(pipe);
            if (pending > 0) {
                isCaughtUp = true;
                try (Arena arena = Arena.ofConfined()) {
                    handOver(arena.allocate(CHUNK_BYTES), pending);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Hands over what comes until an event, and then what came before it. Does not return before the event, unless it is
    /// the last one.
    private void pumpUntil(int event, MemorySegment buffer) {
        while (true) {
            if (isAtEnd && event == quiet) {
                return;
            }
            boolean[] ready = Kernel.poll(-1, event, isAtEnd ? NONE : pipe);
            if (ready[0]) {
                drain(buffer);
                return;
            }
            if (ready[1]) {
                takeNext(buffer);
            }
        }
    }

    private void takeNext(MemorySegment buffer) {
        lock.lock();
        try {
            // A read of nothing would wait, with the lock.
            if (!isCaughtUp || Kernel.poll(0, pipe)[0]) {
                handOverOnce(buffer, CHUNK_BYTES);
            }
            isCaughtUp = false;
        } finally {
            lock.unlock();
        }
    }

    /// Only what is there now: who goes on printing could keep us for ever.
    private void drain(MemorySegment buffer) {
        lock.lock();
        try {
            handOver(buffer, isAtEnd ? 0 : Kernel.pending(pipe));
        } finally {
            lock.unlock();
        }
    }

    /// With the lock.
    private void handOver(MemorySegment buffer, int count) {
        int left = count;
        while (left > 0 && !isAtEnd) {
            left -= handOverOnce(buffer, Math.min(left, CHUNK_BYTES));
        }
    }

    private int handOverOnce(MemorySegment buffer, int atMost) {
        int length = Kernel.read(pipe, buffer, atMost);
        isAtEnd = length == 0;
        if (length > 0 && !isRefused) {
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, length);
            try {
                output.printed(source, bytes, length);
            } catch (RuntimeException e) {
                // The command must not hang because nobody listens: what it still prints is thrown
                // away.
                isRefused = true;
                log.warn("output was refused pid={} source={}", command.pid(), source, e);
            }
        }
        return length;
    }
}
