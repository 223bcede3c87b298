package dev.baton.sandbox;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/// Looks at the processes of this machine.
final class Machine {
    /// Prints its process id and goes on in a second thread, while its first one ends.
    static final String HEADLESS =
            """
            exec python3 -c '
            import ctypes, os, threading, time
            threading.Thread(target=time.sleep, args=(300,)).start()
            print(os.getpid(), flush=True)
            ctypes.CDLL(None).pthread_exit(None)'
            """;

    private Machine() {}

    static void awaitHeadless(int pid) {
        await("process " + pid + " goes on without its first thread")
                .atMost(Duration.ofSeconds(20))
                .until(() -> ProcessEntry.read(pid).orElseThrow().state() == 'Z');
    }

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
