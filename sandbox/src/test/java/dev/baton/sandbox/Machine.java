package dev.baton.sandbox;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/// Looks at the processes of this machine.
final class Machine {
    private Machine() {}

    static boolean isAlive(int pid) {
        return ProcessEntry.read(pid).filter(process -> !process.isZombie()).isPresent();
    }

    /// Whether there is a process of this id, be it only a zombie.
    static boolean isListed(int pid) {
        return ProcessEntry.read(pid).isPresent();
    }

    static void awaitGone(int pid) {
        await("process " + pid + " is gone")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !isAlive(pid));
    }
}
