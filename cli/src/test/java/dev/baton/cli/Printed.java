package dev.baton.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// What a process prints, read as it comes so that its pipe never fills.
final class Printed {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread;
    private boolean over;

    Printed(InputStream in) {
        thread = Thread.ofPlatform().daemon().name("printed").start(() -> read(in));
    }

    synchronized String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// All of it, when the process has ended.
    String all() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return text();
    }

    /// Waits for this text, and fails if it cannot come any more.
    synchronized void await(String text, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (!text().contains(text)) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (over || left <= 0) {
                    throw new AssertionError("expected '%s', got: %s".formatted(text, text()));
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(InputStream in) {
        var buffer = new byte[8192];
        try (in) {
            for (int read; (read = in.read(buffer)) >= 0; ) {
                synchronized (this) {
                    bytes.write(buffer, 0, read);
                    notifyAll();
                }
            }
        } catch (IOException gone) {
            // the same as the end
        }
        synchronized (this) {
            over = true;
            notifyAll();
        }
    }
}
