package dev.baton.executor.pool;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// Waits until a process can be connected to. It is connected to and left again, which it has to bear.
final class Readiness {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private Readiness() {}

    /// Waits.
    ///
    /// @return whether it is ready; it is not if it ended, or has to, or the time was over
    static boolean await(ExecutorProcess process, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        while (!process.isOver() && System.nanoTime() - end < 0) {
            if (isReady(process.address())) {
                return true;
            }
            process.awaitOver(Duration.ofMillis(pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return false;
    }

    private static boolean isReady(Address address) {
        try (SocketChannel channel = SocketChannel.open(address.socket())) {
            // A port that nobody listens at can be connected with itself.
            return !channel.getRemoteAddress().equals(channel.getLocalAddress());
        } catch (IOException _) {
            return false;
        }
    }
}
